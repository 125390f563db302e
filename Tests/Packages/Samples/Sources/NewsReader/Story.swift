import Foundation

/// A piece of news.
struct Story: Codable, Equatable, Identifiable {
  var id: Int
  var title: String
  var url: URL
  var published: Date
  var comments: Int
}

/// The stories of one moment, the newest first.
struct Edition: Codable, Equatable {
  var stories: [Story]
  /// When they were fetched.
  var date: Date

  init(_ stories: [Story], date: Date) {
    self.stories = stories.sorted { ($0.published, $0.id) > ($1.published, $1.id) }
    self.date = date
  }
}
