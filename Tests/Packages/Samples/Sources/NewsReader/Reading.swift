import GlobalEnvironment

extension DefaultsKey<Set<Story.ID>> {
  /// The stories that were opened.
  static var readStories: Self { Self("readStories", default: []) }
}

/// What the user has read.
enum Reading {

  static func isRead(_ story: Story) -> Bool {
    Env.defaults()[.readStories].contains(story.id)
  }

  static func markAsRead(_ story: Story) {
    Env.defaults()[.readStories].insert(story.id)
  }

  /// Forgets stories that are no longer in the news.
  static func prune(to edition: Edition) {
    Env.defaults()[.readStories].formIntersection(edition.stories.map(\.id))
  }
}
