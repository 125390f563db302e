// A program that may call C++: it sees the package's headers as those of C++.
import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks

extension EnvironmentEndpoints {
  var banner: EnvironmentEndpoint<@Sendable (String) -> String> {
    EnvironmentEndpoint(live: { "* \($0)" }, mock: { "- \($0)" })
  }
}

struct Clock: Sendable {
  let env = CapturedEnvironment()
  var text: String { env.banner(env.date().formatted(.iso8601)) }
}

print(Clock().text)
withEnvironment(.mock) {
  Env.banner = { "# \($0)" }
  Env.time.advance(by: .seconds(60))
  print(Clock().text)
}
