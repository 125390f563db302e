/// The names of the modules of this package that programs and tests link.
package let packageModules: Set<Substring> = [
  "GlobalEnvironment", "GlobalEnvironmentCombine", "GlobalEnvironmentFlight", "GlobalEnvironmentMocks",
  "GlobalEnvironmentRecordings", "GlobalEnvironmentStubs", "GlobalEnvironmentTesting", "GlobalEnvironmentTime",
  "GlobalEnvironmentWire",
]
