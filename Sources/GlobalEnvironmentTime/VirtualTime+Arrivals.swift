import GlobalEnvironment

extension Arrival {
  /// Makes one that is on its way; nil in a run, and where time is not virtual.
  package convenience init?(in time: VirtualTime?) {
    guard let time, !time.driver.isRun else { return nil }
    let timeline = time.timeline
    if timeline.arrivals.beginsNow() { _ = time.driver.watch { [timeline] in timeline.awaitsArrivals } }
    self.init(timeline, timeline.arrivals)
  }
}

extension VirtualTime {
  /// Runs `body` when no other code moves this time.
  func moving(_ body: () -> Void) {
    // The move that is under way may wait for the caller.
    let arrival = Arrival.current.flatMap { $0.isOn(timeline) ? $0 : nil }
    arrival?.rest()
    timeline.moving(body)
    arrival?.begin()
  }

  /// Waits until no code is on its way any more, unless the caller itself is on its way.
  func awaitArrivals() {
    guard Arrival.current?.isOn(timeline) != true else { return }
    // A request continues when its closure has returned.
    repeat {
      timeline.arrivals.wait()
      timeline.closures.wait()
    } while timeline.arrivals.areExpected
  }

  /// Waits until no code is on its way any more, unless the caller itself is on its way.
  func awaitArrivals() async {
    guard timeline.awaitsArrivals, Arrival.current?.isOn(timeline) != true else { return }
    repeat {
      if timeline.arrivals.areExpected { await timeline.arrivals.waitElsewhere() }
      if timeline.closures.areExpected { await timeline.closures.waitElsewhere() }
    } while timeline.arrivals.areExpected
  }
}
