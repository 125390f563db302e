import App
import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks

Env = .mock
let model = GreetingModel()
model.refresh()
print(model.greeting)

Env.date = { Date(timeIntervalSince1970: 1_573_570_000) }
model.refresh()
print(model.greeting)
