package import Foundation
import GlobalEnvironment

extension VirtualTime {
  /// Lets `body` run when time passes `date`, in the scope of the caller, instead of what was set before; nobody waits for it.
  package func whenPassing(_ date: Date, perform body: @escaping @Sendable () -> Void) {
    let seconds = date.timeIntervalSince(start)
    guard seconds.magnitude < 1e9 else { return timeline.set(nil) }
    let origin = timeline.origin(
      place: nil, task: nil, isInBackground: isInBackground, scope: EnvironmentScope.current)
    let waiter = Timeline.Waiter(action: .work(body), origin: origin)
    timeline.set(Timeline.Passing(moment: max(.seconds(seconds), timeline.elapsed), waiter: waiter))
  }
}
