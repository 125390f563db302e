#include <stdlib.h>

// Swift Testing begins all tests at once unless this says how many may run beside each other. In a crowd of thousands, each
// wait of a test is long, and what spins meanwhile costs a third of the time: real sessions on Linux until their answer has
// come, and Swift Testing itself until a test has asked for the end of its process.
__attribute__((constructor)) static void set_width(void) {
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16", 0);
}
