import SwiftUI

typealias Environment = SwiftUI.Environment
