// Linking this target is enough to have the hooks installed. See load.c.
