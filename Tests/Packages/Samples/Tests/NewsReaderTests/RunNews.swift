import GlobalEnvironmentTesting
import NewsReader

/// Runs the program with these arguments.
func news(_ arguments: String...) async -> ExitCode {
  Env.arguments = { ["news"] + arguments }
  return await runNews()
}
