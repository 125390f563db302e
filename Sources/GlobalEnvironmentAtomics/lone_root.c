#include <stdint.h>

#include "atomics.h"
#include "lock.h"

uintptr_t global_environment_lone_root = 0;
uintptr_t global_environment_root = 0;

static global_environment_lock lock = GLOBAL_ENVIRONMENT_LOCK;
static uint64_t scopes = 0;

// The lock keeps the two apart: a scope that begins, and one that ends and gives the root back to all readers.
static void update(uint64_t scopes_more) {
  // A plain read of the root: it is only written with this lock held.
  scopes += scopes_more;
  global_environment_store(&global_environment_lone_root, scopes == 0 ? global_environment_root : 0);
}

void global_environment_scope_began(void) {
  global_environment_lock_take(&lock);
  update(1);
  global_environment_lock_give_back(&lock);
}

void global_environment_scope_ended(void) {
  global_environment_lock_take(&lock);
  update((uint64_t)-1);
  global_environment_lock_give_back(&lock);
}

void global_environment_root_changed(uintptr_t root) {
  global_environment_lock_take(&lock);
  global_environment_store(&global_environment_root, root);
  update(0);
  global_environment_lock_give_back(&lock);
}
