import Dispatch
import Foundation

enum Later {
  static func onQueues() {
    DispatchQueue.main.async {}
    //            ^ scheduling
    DispatchQueue.main.asyncAfter(deadline: .now() + 3) {}
    //            ^ scheduling
    //                 ^ scheduling
    //                                       ^ clock
    let queue: DispatchQueue = .global()
    //                          ^ scheduling
    queue.asyncAfter(wallDeadline: .now() + .seconds(1)) {}
    //    ^ scheduling
    //                              ^ clock
    OperationQueue.main.addOperation {}
    //             ^ scheduling
    let timer = DispatchSource.makeTimerSource()
    //                         ^ scheduling
    timer.activate()
    RunLoop.main.perform {}
    //      ^ scheduling
  }

  static func timers() -> [Timer] {
    [
      Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in },
      //    ^ scheduling
      Timer(timeInterval: 1, repeats: true) { _ in },
      //+0 scheduling
    ]
  }

  static func asleep() async throws {
    try await Task.sleep(for: .seconds(1))
    //             ^ scheduling
    try await Task.sleep(for: .seconds(1), tolerance: .zero)
    //             ^ scheduling
    try await Task<Never, Never>.sleep(nanoseconds: 1)
    //                           ^ scheduling
    try await Task.sleep(until: .now, clock: .continuous)
    //                           ^ clock
    //                                        ^ clock
    let nap = { (time: Duration) in try await Task.sleep(for: time) }
    //                                             ^ scheduling
    try await nap(.zero)
  }

  static func blocked() {
    Thread.sleep(forTimeInterval: 0)
    //     ^ scheduling
    Thread.sleep(until: .distantPast)
    //     ^ scheduling
    usleep(1)
    //+0 scheduling
    sleep(0)
    //+0 scheduling
  }
}
