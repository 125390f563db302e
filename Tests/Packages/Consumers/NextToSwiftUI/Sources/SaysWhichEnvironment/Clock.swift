import Foundation
import GlobalEnvironment
import SwiftUI

package struct Clock {
  @Environment(\.locale) private var locale

  package init() {}

  package var hour: Int { Env.calendar().component(.hour, from: Env.date()) }

  package var language: String { locale.identifier }

  package func stop(at date: Date) {
    Env.date = { date }
  }

  /// The other one is still there, by its full name.
  package var world: GlobalEnvironment.Environment { Env }
}
