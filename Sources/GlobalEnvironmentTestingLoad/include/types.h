// Gets the module of a type.
typedef void (*global_environment_found_type)(const char *module, void *context);

// Calls `found` for each class, structure and enumeration of that name that is linked, wherever it is declared. Takes about a
// millisecond.
void global_environment_find_types(const char *name, global_environment_found_type found, void *context);
