public import GlobalEnvironment

extension Environment {

  /// The handle of this environment's files in memory; every mock has some.
  ///
  /// Where the file system is another one, the running test fails and the handle changes nothing.
  public var inMemoryFiles: InMemoryFiles {
    let files = files()
    if let files = files as? InMemoryFiles { return files }
    if let files = (files as? any FilesInFront)?.base as? InMemoryFiles { return files }
    TestHooks.report(
      """
      Env.inMemoryFiles holds the files of a mock, and this environment's are \(type(of: files)). Assign a mock first \
      (Env = .mock), or files in memory: let files = InMemoryFiles(); Env.files = { files }.
      """
    )
    return InMemoryFiles()
  }
}

/// Files that stand in front of others.
protocol FilesInFront: EnvironmentFileSystem {
  /// The others.
  var base: any EnvironmentFileSystem { get }
}
