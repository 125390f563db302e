// Nothing to call: linking this target is enough. See load.c.
