import GlobalEnvironment

/// Where a task that does not run continues: its innermost function first, then those that wait for it. For messages alone.
///
/// The runtime keeps them as a list that begins in the task: a function, and the first context; each context begins with the
/// one around it and the function to which it returns. See ``PrivateLayouts``.
enum ResumePoints {
  /// Returns those of the task at an address; none where they do not show.
  ///
  /// The task may have gone, or run, meanwhile: then what is found is nonsense, but this does not end the process.
  static func of(_ task: UInt, atMost count: Int = 16) -> [UInt] {
    guard PrivateLayouts.found?.areFunctionsShown == true else { return [] }
    return of(task, .assumed, in: ReadableMemory(), atMost: count)
  }

  /// Those of the running task, which is about to wait.
  static var ofCurrentTask: [UInt] { currentTask.map { of(UInt(bitPattern: $0), atMost: 256) } ?? [] }

  static func of(_ task: UInt, _ layouts: PrivateLayouts, in memory: some WordReader, atMost count: Int) -> [UInt] {
    var points: [UInt] = []
    // There, the pointers are signed.
    #if !_ptrauth(_arm64e)
      var point = memory.word(layouts.function, of: task)
      var context = memory.word(layouts.function + layouts.context, of: task)
      while let next = point, next != 0, points.count < count {
        points.append(next)
        point = context.flatMap { memory.word(layouts.returning, of: $0) }
        context = context.flatMap { memory.word(layouts.outerContext, of: $0) }
      }
    #endif
    return points
  }

  /// The innermost function of the program's own in which the task at an address continues, such as `SearchModel.load()`.
  /// Finding it takes milliseconds.
  static func function(of task: UInt) -> String? { function(at: of(task)) }

  /// The innermost function of the program's own at these points.
  static func function(at points: [UInt]) -> String? {
    // They are the first instructions of functions, and a name is looked up for the call before an address.
    points.isEmpty ? nil : TestHooks.framework?.nameOfCaller(points.map { $0 &+ 1 })
  }
}
