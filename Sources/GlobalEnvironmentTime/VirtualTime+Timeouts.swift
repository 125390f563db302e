package import GlobalEnvironment

extension VirtualTime: ExplainsTimeouts {
  package func timeoutHint(since start: EnvironmentClock.Instant) -> String? {
    // A sleep that began since then is probably what took so long.
    guard driver.isRun, !timeline.hasLongSleep(since: start.offset) || !driver.realSleeps.isEmpty else { return nil }
    if let wait = driver.waits.first { return "It was virtual time that passed, which does not wait for \(wait)" }
    return """
      It was virtual time that passed, which does not wait for \
      \(driver.realSleepText), a queue, a thread or real input and \
      output: wait for those inside Env.time.standingStill { … }.
      """
  }
}
