// Calls `found` with the path of each loaded image that defines a function of this name. Each may come several times.
void global_environment_find_images(
    const char *symbol, void (*found)(const char *path, void *context), void *context);

// Returns the path of the image in which an address is; NULL for one in none. It is valid as long as that is loaded.
const char *global_environment_image_at(const void *address);
