import Foundation
import GlobalEnvironment

/// Returns the greeting that fits the time of day, in the language and by the conventions of the user.
func greeting() -> String {
  let hour = Env.calendar().component(.hour, from: Env.date())
  let language = Env.locale().language.languageCode?.identifier ?? "en"
  let day = greetings[language] ?? englishGreetings
  // Before the first hour in the list it is still the night before.
  return day.last { $0.from <= hour }?.text ?? day.last?.text ?? ""
}

/// Returns the present moment and the place whose conventions it follows, for instance
/// `Tuesday, November 12, 2019 at 2:45 AM (America/Chicago, en_US)`.
func moment() -> String {
  let date = Env.date().formatted(Env.dateFormat(date: .complete, time: .shortened))
  return "\(date) (\(Env.timeZone().identifier), \(Env.locale().identifier))"
}

/// A greeting and the hour, 0 to 23, from which it is used.
private typealias Greeting = (from: Int, text: String)

private let englishGreetings: [Greeting] = [
  (6, "Good morning!"), (12, "Good afternoon!"), (18, "Good evening!"), (21, "Good night!"),
]

/// By language, in order of the hour. The hours are the day periods of Unicode CLDR.
private let greetings: [String: [Greeting]] = [
  "ar": [(3, "صباح الخير!"), (12, "مساء الخير!")],
  "de": [(0, "Gute Nacht!"), (5, "Guten Morgen!"), (10, "Guten Tag!"), (18, "Guten Abend!")],
  "en": englishGreetings,
  "es": [(6, "¡Buenos días!"), (12, "¡Buenas tardes!"), (20, "¡Buenas noches!")],
  "fr": [(4, "Bonjour !"), (18, "Bonsoir !")],
  "it": [(0, "Buonanotte!"), (6, "Buongiorno!"), (12, "Buon pomeriggio!"), (18, "Buonasera!")],
  "ja": [(4, "おはようございます。"), (12, "こんにちは。"), (16, "こんばんは。")],
  "pt": [(6, "Bom dia!"), (12, "Boa tarde!"), (19, "Boa noite!")],
]
