import Foundation
import PackagePlugin

/// `swift package audit-environment`: builds the package, and has the tool read what the compiler has written down of it.
@main struct AuditEnvironment: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    do {
      let options = try PluginOptions(arguments)
      if options.asksForHelp { return print(PluginOptions.help) }
      let code = try audit(context, options)
      // What was found has been told. `swift package` ends with 1 for each code that is not 0, and tells this one in words.
      if code != 0 { exit(code) }
    } catch {
      // Not as a diagnostic: the package manager would tell no exit code then.
      print("error: \(error)")
      exit(2)
    }
  }

  private func audit(_ context: PluginContext, _ options: PluginOptions) throws -> Int32 {
    let scratch = Scratch(around: context.pluginWorkDirectoryURL)
    let build = try packageManager.build(
      .all(includingTests: options.includesTests(of: context.package)),
      parameters: .init(configuration: .debug, logging: .concise))
    guard build.succeeded else {
      print(build.logText)
      throw CannotAudit(description: "The package does not build, so nothing is audited. Mend what the compiler tells.")
    }
    guard !scratch.indexStores.isEmpty else {
      throw CannotAudit(
        description: """
          The build has left no index where the package manager has it. In Xcode it is elsewhere: say \
          swift package audit-environment in a terminal.
          """)
    }
    let list = try SourceList(context.package, options: options, scratch: scratch)
    let file = context.pluginWorkDirectoryURL.appending(component: "sources.json")
    try JSONEncoder().encode(list).write(to: file)
    let library = try Toolchain.indexStoreLibrary(swiftc: try context.tool(named: "swiftc").url)

    let tool = Process()
    tool.executableURL = try context.tool(named: "environment-audit").url
    tool.arguments =
      ["--library", library, "--sources", file.path(percentEncoded: false)]
      + scratch.indexStores.flatMap { ["--store", $0] } + options.forTool
    try tool.run()
    tool.waitUntilExit()
    return tool.terminationStatus
  }
}

/// Why nothing can be audited, and what to do.
struct CannotAudit: Error, CustomStringConvertible {
  var description: String
}
