// Calls `found` with the path of each loaded image that defines a function of this name. Each may come several times.
void global_environment_find_images(
    const char *symbol, void (*found)(const char *path, void *context), void *context);
