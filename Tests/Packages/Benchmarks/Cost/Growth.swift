import Benchmark
import Foundation
import GlobalEnvironment

extension EnvironmentEndpoints {
  /// Many endpoints of one's own, as if each stood in a line of its own.
  fileprivate subscript(number: Int) -> EnvironmentEndpoint<@Sendable () -> Date> {
    EnvironmentEndpoint(live: fixedDate, mock: fixedDate, line: UInt(1_000 + number))
  }
}

/// Registers how costs grow: none should, or no more than what is counted does.
func registerGrowth() {
  for count in [1, 50, 500] {
    Benchmark("Read own endpoint, no scope, beside \(count) live ones") { benchmark in
      for _ in benchmark.scaledIterations { blackHole(readOwnEndpoint()) }
    } setup: {
      for number in 0..<count { blackHole(Env[dynamicMember: \EnvironmentEndpoints.[number]]()) }
    }

    Benchmark("Read own endpoint, in a scope with \(count) assigned") { benchmark in
      withEnvironment { environment in
        environment.today = fixedDate
        for number in 1..<count { environment[dynamicMember: \EnvironmentEndpoints.[number]] = fixedDate }
      } perform: {
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { blackHole(readOwnEndpoint()) }
        benchmark.stopMeasurement()
      }
    }
  }

  for count in [1, 50, 500] {
    let assign: @Sendable (inout Environment) -> Void = { environment in
      for number in 0..<count { environment[dynamicMember: \EnvironmentEndpoints.[number]] = fixedDate }
    }

    Benchmark("Write Env, in a scope with \(count) own endpoints assigned") { benchmark in
      withEnvironment(assign) {
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { writeEnv() }
        benchmark.stopMeasurement()
      }
    }

    Benchmark("Bind a scope, in one with \(count) own endpoints assigned") { benchmark in
      withEnvironment(assign) {
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
          withEnvironment {
            $0.date = fixedDate
          } perform: {
            blackHole(1)
          }
        }
        benchmark.stopMeasurement()
      }
    }
  }

  for depth in [1, 10, 100] {
    Benchmark("Read Env, in \(depth) nested scopes") { benchmark in
      nested(depth) {
        Env.date = fixedDate
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { blackHole(readEnv()) }
        benchmark.stopMeasurement()
      }
    }
  }

  for count in [1, 10_000] {
    Benchmark("Read Env, in a scope beside \(count) others") { benchmark in
      let others = (0..<count).map { _ in withEnvironment(Environment()) { EnvironmentScope.current } }
      withEnvironment {
        $0.date = fixedDate
      } perform: {
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { blackHole(readEnv()) }
        benchmark.stopMeasurement()
      }
      withExtendedLifetime(others) {}
    }

    Benchmark("Bind a scope, beside \(count) others") { benchmark in
      let others = (0..<count).map { _ in withEnvironment(Environment()) { EnvironmentScope.current } }
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        withEnvironment {
          $0.date = fixedDate
        } perform: {
          blackHole(1)
        }
      }
      benchmark.stopMeasurement()
      withExtendedLifetime(others) {}
    }
  }
}

/// Runs `body` in as many scopes, one inside the other.
private func nested(_ depth: Int, _ body: () -> Void) {
  if depth == 0 { return body() }
  withEnvironment {
    $0.date = fixedDate
  } perform: {
    nested(depth - 1, body)
  }
}
