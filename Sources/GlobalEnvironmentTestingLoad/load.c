// A test that writes `Env` without naming any trait calls nothing of GlobalEnvironmentTesting, and Swift has no way to
// run code when a module is loaded. This constructor does: it puts the test hooks in place before any test runs.

void global_environment_testing_install(void);

__attribute__((constructor)) static void install(void) {
  global_environment_testing_install();
}
