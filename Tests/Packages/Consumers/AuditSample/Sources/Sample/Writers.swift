import Foundation

/// What writes, waits and differs from run to run in ways of its own.
struct Writers {
  func write(_ url: URL, _ path: String, _ data: NSData, _ list: NSArray, _ table: NSDictionary, _ text: NSString)
    throws
  {
    try data.write(to: url)
    //       ^ files
    try data.write(toFile: path)
    //       ^ files
    _ = data.write(toFile: path, atomically: true)
    //       ^ files
    _ = data.write(to: url, atomically: true)
    //       ^ files
    _ = list.write(to: url, atomically: true)
    //       ^ files
    _ = list.write(toFile: path, atomically: true)
    //       ^ files
    try list.write(to: url)
    //       ^ files
    _ = table.write(to: url, atomically: true)
    //        ^ files
    _ = table.write(toFile: path, atomically: true)
    //        ^ files

    try text.write(to: url, atomically: true, encoding: 4)
    //       ^ files
    try text.write(toFile: path, atomically: true, encoding: 4)
    //       ^ files
    _ = FileHandle(forUpdatingAtPath: path)
    //  ^ files
    _ = text.standardizingPath
    //       ^ files
    _ = text.resolvingSymlinksInPath
    //       ^ files
    _ = URL(fileURLWithPath: path)
    //  ^ files
    _ = NSURL(fileURLWithPath: path)
    //  ^ files
    _ = url.standardizedFileURL
    //      ^ files
    var mutable = url
    try mutable.setResourceValues(URLResourceValues())
    //          ^ files
    mutable.standardize()
    _ = URL(filePath: path)
  }

  func waits(_ semaphore: DispatchSemaphore, _ group: DispatchGroup, _ condition: NSCondition, _ lock: NSConditionLock)
  {
    _ = semaphore.wait(timeout: .distantFuture)
    //            ^ scheduling
    _ = semaphore.wait(wallTimeout: .distantFuture)
    //            ^ scheduling
    _ = group.wait(timeout: .distantFuture)
    //        ^ scheduling
    _ = group.wait(wallTimeout: .distantFuture)
    //        ^ scheduling
    _ = condition.wait(until: .distantFuture)
    //            ^ scheduling
    _ = lock.lock(before: .distantFuture)
    //       ^ scheduling
    _ = lock.lock(whenCondition: 1, before: .distantFuture)
    //       ^ scheduling
    _ = NSLock().lock(before: .distantFuture)
    //           ^ scheduling
    _ = NSRecursiveLock().lock(before: .distantFuture)
    //                    ^ scheduling
    semaphore.wait()
    let item = DispatchWorkItem {}
    _ = item.wait(timeout: .distantFuture)
    //       ^ scheduling
  }

  func chance<A: Hashable>(_ text: String, _ any: A, _ number: Int) -> Int {
    var hasher = Hasher()
    //           ^ chance
    hasher.combine(text)
    _ = hasher.finalize()
    _ = any.hashValue
    //      ^ chance
    _ = AnyHashable(text).hashValue
    //                    ^ chance
    _ = text.hashValue
    //       ^ chance
    return hasher.finalize()
  }
}
