void report(const char *text);
