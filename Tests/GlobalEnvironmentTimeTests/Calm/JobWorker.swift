import GlobalEnvironment

/// Does jobs for whoever asks, in tasks of its own, as a singleton of an app does.
final class JobWorker: Sendable {
  typealias Job = @Sendable () async -> Void

  private let jobs: AsyncStream<Job>.Continuation
  private let tasks: [Task<Void, Never>]

  /// - Parameters:
  ///   - count: How many tasks do the jobs in turn.
  ///   - before: What such a task does before each job.
  init(count: Int = 1, before: @escaping Job = {}) {
    let streams = (0..<count).map { _ in AsyncStream.makeStream(of: Job.self) }
    tasks = streams.map { stream, _ in
      Task {
        for await job in stream {
          await before()
          await job()
        }
      }
    }
    // The first hands the jobs on, one to each.
    let (incoming, jobs) = AsyncStream.makeStream(of: Job.self)
    self.jobs = jobs
    Task {
      var next = 0
      for await job in incoming {
        streams[next % count].continuation.yield(job)
        next += 1
      }
    }
  }

  /// Returns what follows a number, as one of the tasks finds out.
  func next(after number: Int) async -> Int {
    await withCheckedContinuation { continuation in
      jobs.yield { continuation.resume(returning: number + 1) }
    }
  }

  /// Does a job, without waiting for it.
  func start(_ job: @escaping Job) { jobs.yield(job) }

  /// Does that in several tasks that the worker makes, and returns the sum of what they find.
  func sum(upTo count: Int) async -> Int {
    await withCheckedContinuation { continuation in
      jobs.yield {
        let numbers = await withTaskGroup { group in
          for number in 1...count {
            group.addTask {
              await Task.yield()
              return number
            }
          }
          return await group.reduce(0, +)
        }
        continuation.resume(returning: numbers)
      }
    }
  }

  func stop() {
    for task in tasks { task.cancel() }
    jobs.finish()
  }
}

/// How far virtual time has come, in milliseconds.
var milliseconds: Int { Int((Env.clock.now.offset / .milliseconds(1)).rounded()) }
