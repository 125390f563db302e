import Foundation
import GlobalEnvironment

/// An edition as a text, by the conventions of the user.
struct Page {
  let edition: Edition
  /// Stories that are left out. The others keep their numbers, by which the user opens them.
  var known: Set<Story.ID> = []

  var text: String {
    if edition.stories.isEmpty { return "No news.\n" }
    let lines = edition.stories.enumerated().filter { !known.contains($1.id) }.map { line(for: $1, number: $0 + 1) }
    let date = edition.date.formatted(Env.dateFormat(date: .abbreviated, time: .shortened))
    return lines.joined() + "As of \(date)\n"
  }

  private func line(for story: Story, number: Int) -> String {
    let mark = Reading.isRead(story) ? " " : "*"
    let age = story.published.formatted(Env.relativeDateFormat(presentation: .named))
    let comments = story.comments.formatted(Env.localized(.number))
    return
      "\(mark) \(number.formatted(Env.localized(.number))). \(story.title.printable) (\(age), comments: \(comments))\n"
  }
}

extension String {
  /// The text on one line, without characters that a terminal would obey.
  var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { $0.properties.generalCategory != .control }))
  }
}
