import Foundation
import GlobalEnvironment
import SwiftUI

struct Clock {
  @Environment(\.locale) private var locale

  var hour: Int { Env.calendar().component(.hour, from: Env.date()) }
}
