// The system's smallest lock, by one name.
//
// The thread sanitizer understands both, which it does not of Swift's `Mutex` on Linux.
#ifndef GLOBAL_ENVIRONMENT_LOCK_H
#define GLOBAL_ENVIRONMENT_LOCK_H

#ifdef __APPLE__
#include <os/lock.h>
#else
#include <pthread.h>
#endif

#define GLOBAL_ENVIRONMENT_INLINE static inline __attribute__((always_inline))

#ifdef __APPLE__
typedef os_unfair_lock global_environment_lock;
#define GLOBAL_ENVIRONMENT_LOCK OS_UNFAIR_LOCK_INIT

GLOBAL_ENVIRONMENT_INLINE void global_environment_lock_begin(global_environment_lock *_Nonnull lock) {
  *lock = OS_UNFAIR_LOCK_INIT;
}
GLOBAL_ENVIRONMENT_INLINE void global_environment_lock_end(global_environment_lock *_Nonnull lock) {}
GLOBAL_ENVIRONMENT_INLINE void global_environment_lock_take(global_environment_lock *_Nonnull lock) {
  os_unfair_lock_lock(lock);
}
GLOBAL_ENVIRONMENT_INLINE void global_environment_lock_give_back(global_environment_lock *_Nonnull lock) {
  os_unfair_lock_unlock(lock);
}
#else
typedef pthread_mutex_t global_environment_lock;
#define GLOBAL_ENVIRONMENT_LOCK PTHREAD_MUTEX_INITIALIZER

// None of these can fail: the mutex is a plain one, in memory that stays, and its thread takes it once and gives it back.
GLOBAL_ENVIRONMENT_INLINE void global_environment_lock_begin(global_environment_lock *_Nonnull lock) {
  pthread_mutex_init(lock, NULL);
}
GLOBAL_ENVIRONMENT_INLINE void global_environment_lock_end(global_environment_lock *_Nonnull lock) {
  pthread_mutex_destroy(lock);
}
GLOBAL_ENVIRONMENT_INLINE void global_environment_lock_take(global_environment_lock *_Nonnull lock) {
  pthread_mutex_lock(lock);
}
GLOBAL_ENVIRONMENT_INLINE void global_environment_lock_give_back(global_environment_lock *_Nonnull lock) {
  pthread_mutex_unlock(lock);
}
#endif

#endif
