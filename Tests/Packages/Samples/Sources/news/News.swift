import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight
import NewsReader

/// Reads the news. Says what it can do when it is asked for something else: `news help`.
@main struct News {
  static func main() async {
    do {
      Env = try Environment.live.overridden(by: ProcessInfo.processInfo.environment)
    } catch {
      Env.standardError("news: \(error)\n")
      exit(ExitCode.usage.rawValue)
    }
    #if os(Linux)
      Env.secrets = { VariableSecrets() }
    #endif
    if let path = Env.environmentVariable("NEWS_FLIGHT") {
      Env = Env.recorded(by: FlightRecorder(at: URL(filePath: path)))
    }
    exit(await runNews().rawValue)
  }
}
