#if canImport(SwiftUI)
  import Combine
  import GlobalEnvironmentCombine
  import GlobalEnvironment
  import GlobalEnvironmentMocks
  import SwiftUI

  /// Shows the greeting, next to SwiftUI's own environment.
  struct GreetingView: View {
    @SwiftUI.Environment(\.locale) private var locale
    @State private var model = GreetingModel()
    @State private var text = ""

    var body: some View {
      Text(text)
        .task {
          try? await model.greet("Ada")
          text = model.text
        }
        .onReceive(Just(0).delay(for: .seconds(1), scheduler: Env.scheduler().combine)) { _ in text = model.text }
    }
  }

  #if DEBUG
    #Preview {
      let _ = { Env = .preview }()
      GreetingView()
    }
  #endif
#endif
