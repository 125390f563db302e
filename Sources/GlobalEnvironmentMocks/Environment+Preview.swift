import Foundation
public import GlobalEnvironment
import GlobalEnvironmentTime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Environment {

  /// An environment for previews and demonstrations: calm, offline, and without waiting.
  ///
  /// ```swift
  /// #Preview {
  ///   let _ = Env = .preview
  ///   PostsView()
  /// }
  /// ```
  ///
  /// It is a ``mock`` in which sleeping tasks continue at once and scheduled work runs at once, for a minute of its time;
  /// then timers rest. A request without a stub fails with `URLError.notConnectedToInternet`.
  public static var preview: Environment {
    let scheduler = InstantScheduler()
    var preview = Environment.mock.unmatched(.fail(.notConnectedToInternet))
    let start = preview.date()
    preview.date = { start + scheduler.now.offset / .seconds(1) }
    preview.scheduler = { scheduler }
    preview.backgroundScheduler = { scheduler }
    preview.uptime = { scheduler.now.offset }
    return preview
  }
}
