import GlobalEnvironment

/// Lists what is new, now and at each `interval`, until the task is cancelled.
func watch(every interval: Duration) async {
  var known: Set<Story.ID> = []
  // The timer begins with the first fetch, however long that takes.
  await listNew(since: &known)
  for await _ in Env.timer(every: interval) {
    await listNew(since: &known)
  }
}

/// Lists the stories that are not in `known`, and adds them to it. What fails is told, and may succeed the next time.
private func listNew(since known: inout Set<Story.ID>) async {
  do {
    let delivery = try await Newsstand.refresh()
    delivery.trouble.map(complain)
    let ids = Set(delivery.edition.stories.map(\.id))
    if !ids.isSubset(of: known) { Env.standardOutput(Page(edition: delivery.edition, known: known).text) }
    // Those of before stay known: where the network fails next, the old edition comes again, and then the new one.
    known.formUnion(ids)
  } catch is CancellationError {
  } catch {
    complain(error)
  }
}
