import Foundation
import SwiftUI

import var GlobalEnvironment.Env

package struct Clock {
  @Environment(\.locale) private var locale

  package init() {}

  package var hour: Int { Env.calendar().component(.hour, from: Env.date()) }

  package var language: String { locale.identifier }

  package func stop(at date: Date) {
    Env.date = { date }
  }
}
