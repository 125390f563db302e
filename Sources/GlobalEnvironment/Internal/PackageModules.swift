/// The names of the modules of this package that programs and tests link.
package let packageModules: Set<Substring> = [
  "GlobalEnvironment", "GlobalEnvironmentCombine", "GlobalEnvironmentFlight", "GlobalEnvironmentMocks",
  "GlobalEnvironmentRecordings", "GlobalEnvironmentRedaction", "GlobalEnvironmentStubs", "GlobalEnvironmentTesting",
  "GlobalEnvironmentTime", "GlobalEnvironmentWire",
]
