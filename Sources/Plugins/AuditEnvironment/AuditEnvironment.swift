import Foundation
import PackagePlugin

/// `swift package audit-environment`: builds the package, and makes the tool read the index that the compiler has written.
@main struct AuditEnvironment: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    do {
      let code = try audit(context, PluginOptions(arguments))
      // The findings have been reported. `swift package` exits with 1 for each code other than 0, and prints the code.
      if code != 0 { exit(code) }
    } catch {
      // Not as a diagnostic: the package manager would then show no exit code.
      print("error: \(error)")
      exit(2)
    }
  }

  private func audit(_ context: PluginContext, _ options: PluginOptions) throws -> Int32 {
    let tool = AuditTool(url: try context.tool(named: "environment-audit").url, options: options)
    let folder = context.package.directoryURL.path(percentEncoded: false)
    // All options are read before anything is built.
    let check = try tool.run(["--check", "--package-path", folder])
    guard check == 0, !options.asksForText else { return check }
    let scratch = Scratch(around: context.pluginWorkDirectoryURL)
    _ = try SourceList(context.package, options: options, scratch: scratch)

    let log = context.pluginWorkDirectoryURL.appending(component: "build.log")
    guard try build(context.package, options, log: log) else {
      return try tool.run(["--failed-log", log.path(percentEncoded: false)])
    }
    guard !scratch.indexStores.isEmpty else {
      throw CannotAudit(
        description: """
          The build has left no index where the package manager has it. In Xcode it is elsewhere: say \
          swift package audit-environment in a terminal, or give environment-audit the index of Xcode.
          """)
    }
    // Plugins have made files by now.
    let list = try SourceList(context.package, options: options, scratch: scratch)
    let file = context.pluginWorkDirectoryURL.appending(component: "sources.json")
    try JSONEncoder().encode(list).write(to: file)
    let library = try Toolchain.indexStoreLibrary(swiftc: try context.tool(named: "swiftc").url)
    return try tool.run(
      ["--library", library, "--sources", file.path(percentEncoded: false)]
        + scratch.indexStores.flatMap { ["--index-store-path", $0] })
  }

  /// Builds what is audited; when that fails, `log` has the output of the build.
  ///
  /// - Returns: Whether it succeeded.
  private func build(_ package: Package, _ options: PluginOptions, log: URL) throws -> Bool {
    var subsets: [PackageManager.BuildSubset] = [.all(includingTests: options.includesTests(of: package))]
    if !options.targets.isEmpty, options.dependency == nil, !options.includesTests(of: package) {
      subsets = options.targets.sorted().map { .target($0) }
    }
    for subset in subsets {
      let build = try packageManager.build(
        subset, parameters: .init(configuration: .debug, logging: .concise, echoLogs: options.showsBuild))
      if !build.succeeded {
        try build.logText.write(to: log, atomically: true, encoding: .utf8)
        return false
      }
    }
    return true
  }
}

/// The program that does the audit.
private struct AuditTool {
  var url: URL
  var options: PluginOptions

  /// Runs it with its own options, and others.
  ///
  /// - Returns: Its exit code.
  func run(_ arguments: [String]) throws -> Int32 {
    let tool = Process()
    tool.executableURL = url
    tool.arguments = arguments + options.parts + options.forTool
    try tool.run()
    tool.waitUntilExit()
    return tool.terminationStatus
  }
}

/// Why nothing can be audited, and what to do.
struct CannotAudit: Error, CustomStringConvertible {
  var description: String
}
