// What stands around the declarations of a header, so that C++ calls their functions by their names in C.
#ifndef GLOBAL_ENVIRONMENT_LINKAGE_H
#define GLOBAL_ENVIRONMENT_LINKAGE_H

#ifdef __cplusplus
#define GLOBAL_ENVIRONMENT_BEGIN_C extern "C" {
#define GLOBAL_ENVIRONMENT_END_C }
#else
#define GLOBAL_ENVIRONMENT_BEGIN_C
#define GLOBAL_ENVIRONMENT_END_C
#endif

#endif
