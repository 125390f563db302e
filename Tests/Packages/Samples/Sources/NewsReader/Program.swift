import Foundation
import GlobalEnvironment

/// How a program ended, as `sysexits.h` numbers it.
public enum ExitCode: Int32, Sendable {
  case success = 0
  case usage = 64
  case unavailable = 69
  case cancelled = 130
}

/// Does what the command line asks for.
public func runNews() async -> ExitCode {
  do {
    try await perform(Command(Env.arguments().dropFirst()))
    return Task.isCancelled ? .cancelled : .success
  } catch is CancellationError {
    return .cancelled
  } catch {
    complain(error)
    return error is UsageError ? .usage : .unavailable
  }
}

func perform(_ command: Command) async throws {
  switch command {
  case .list(let isRefreshing):
    let delivery = try await isRefreshing ? Newsstand.refresh() : Newsstand.delivery()
    Env.standardOutput(Page(edition: delivery.edition).text)
    delivery.trouble.map(complain)
  case .open(let number): try await open(number)
  case .watch(let interval): await watch(every: interval)
  case .logIn(let token): try Account.logIn(token: token)
  case .logOut: try Account.logOut()
  }
}

/// Opens the story of that number in the list that the user has seen.
private func open(_ number: Int) async throws {
  guard let stories = try EditionCache.stored()?.stories else { throw UsageError("There is no list yet. Say: news") }
  guard stories.indices.contains(number - 1) else {
    throw UsageError("The list has no story \(number). It ends with \(stories.count).")
  }
  let story = stories[number - 1]
  if await !Env.openURL(story.url) { Env.standardOutput("\(story.url)\n") }
  Reading.markAsRead(story)
  Env.analytics(.opened)
}

/// Tells an error to the user.
func complain(_ error: any Error) {
  Env.standardError("news: \(error.localizedDescription)\n")
}
