#include <stdlib.h>

// Swift Testing begins all tests at once unless this variable limits them. Among thousands of tests, each waits long for its
// turn, and two things keep a processor busy meanwhile: on Linux, a real session that waits for its answer; and Swift Testing,
// from the end of an exit test's process until the test asks for its result. A variable that is set already is kept.
__attribute__((constructor)) static void set_width(void) {
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16", 0);
}
