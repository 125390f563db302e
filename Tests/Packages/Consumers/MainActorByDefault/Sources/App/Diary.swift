import Foundation
import GlobalEnvironment

/// Keeps the environment in which it was made, and so do its pages.
package final class Diary: UsesEnvironment {
  package struct Uses: EnvironmentSubset {
    let today = \Environment.date
    let calendar = \Environment.calendar
    let track = \Environment.analytics

    package init() {}
  }

  package let env = CapturedEnvironment<Uses>()
  package private(set) var pages: [Page] = []

  package init() {}

  package func turnPage() {
    withEnvironment(of: self) { pages.append(Page()) }
    env.track("turned")
  }

  package var hour: Int { env.calendar().component(.hour, from: env.today()) }
}

package final class Page: UsesEnvironment {
  package let env = CapturedEnvironment()
}
