// audit:allow-file files – this starts the package manager, and cannot be tested without it.

import EnvironmentAudit
import Foundation
import GlobalEnvironment

/// `environment-audit`: builds the package in the current folder, or another, and audits it by the index of that build.
///
/// The package need not depend on this one: the package manager is only asked for its targets.
struct PackageCommand {
  private let options: Options
  private let folder: URL
  private let scratch: URL

  /// - Throws: ``CannotAudit`` when there is no package.
  init(_ options: Options) throws {
    self.options = options
    folder = try Self.package(around: options.packagePath ?? ".")
    scratch =
      options.scratchPath.map { URL(filePath: $0) } ?? (options.packagePath == nil ? Self.ownScratch : nil)
      ?? folder.appending(component: ".build")
  }

  /// Runs the command to its end.
  ///
  /// - Returns: 0 for a clean package, 1 for findings, 2 for everything else.
  /// - Throws: ``CannotAudit`` when nothing could be audited.
  func run() throws -> Int32 {
    // All options are read before anything is built.
    let command = AuditCommand(options)
    let preparation = try command.prepare(for: path)
    if options.listsRules { return command.list(preparation) }
    let toolchain = try Toolchain()
    let package = options.dependency == nil ? try description(for: toolchain) : nil
    // A missing target is reported before anything is built.
    if let package { _ = try sources(of: package) }
    guard !options.checksOnly else { return 0 }
    if !options.skipsBuild, let log = try build() { return try command.fail(afterBuild: log) }
    // Plugins have made files by now.
    let files = try package.map { try sources(of: $0) } ?? dependency()
    let stores = IndexStores(in: scratch).paths
    guard !stores.isEmpty else {
      throw CannotAudit("The build has left no index in \(scratch.path(percentEncoded: false)). Build it in debug.")
    }
    return try AuditCommand(options.with(stores, library: toolchain.indexStoreLibrary())).run(on: files, preparation)
  }

  private var path: String { folder.path(percentEncoded: false).absolute(in: "/") }

  /// Builds what is audited.
  ///
  /// - Returns: The log of a build that failed; nil when it did not.
  private func build() throws -> String? {
    var kinds = [options.includesTests ? ["--build-tests"] : []]
    if !options.targets.isEmpty { kinds = options.targets.map { ["--target", $0] } }
    var progress = BuildProgress()
    for kind in kinds {
      let build = try Command("swift", ["build"] + common + kind, in: folder) { line in
        if let text = progress.take(line, at: Env.uptime()) { Env.standardError(text + "\n") }
      }
      if build.status != 0 { return build.output + build.errors }
    }
    return nil
  }

  private func description(for toolchain: Toolchain) throws -> PackageDescription {
    let kept = KeptDescription(of: folder, in: scratch, compiler: toolchain.information)
    if let description = kept.read() { return description }
    let asked = Env.date()
    let answer = Data(try ask(["package"] + common + ["describe", "--type", "json"]).utf8)
    kept.write(answer, asked: asked)
    return try PackageDescription(answer)
  }

  private func sources(of package: PackageDescription) throws -> SourceList {
    try package.sources(
      options, generated: { IndexStores(in: scratch).generated(of: $0, in: path.packageIdentity) },
      realPath: \.withoutLinks)
  }

  /// The files of the dependency that the options name.
  private func dependency() throws -> SourceList {
    let tree = try ask(["package"] + common + ["show-dependencies", "--format", "json"])
    let path = try DependencyTree(Data(tree.utf8)).path(of: options.dependency ?? "")
    return try AuditCommand(options).sources(ofFolder: path)
  }

  private var common: [String] { ["--scratch-path", scratch.path(percentEncoded: false)] }

  private func ask(_ arguments: [String]) throws -> String {
    let answer = try Command("swift", arguments, in: folder)
    guard answer.status == 0 else {
      throw CannotAudit("The package manager cannot read the package.\n\(answer.errors)")
    }
    return answer.output
  }

  /// Returns the folder around a path that holds a manifest, as the package manager looks for it.
  private static func package(around path: String) throws -> URL {
    let start = URL(filePath: path.absolute(in: FileManager.default.currentDirectoryPath))
    var folder = start
    while true {
      if Env.files().exists(folder.appending(component: "Package.swift")) { return folder }
      guard folder.pathComponents.count > 1 else { break }
      folder.deleteLastPathComponent()
    }
    throw CannotAudit(
      """
      There is no Package.swift in \(start.path(percentEncoded: false)) or around it. Name the package with \
      --package-path, or audit the index of another build with --index-store-path.
      """)
  }

  /// The folder that this program was built into, if that was done for a package that depends on this one: its contents
  /// need not be built a second time.
  private static var ownScratch: URL? {
    guard let program = Env.arguments().first else { return nil }
    let folder = URL(filePath: program).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let state = try? Env.files().readText(folder.appending(component: "workspace-state.json"))
    return state?.lowercased().contains("\"globalenvironment\"") == true ? folder : nil
  }
}

extension Options {
  fileprivate func with(_ stores: [String], library: @autoclosure () throws -> String) rethrows -> Options {
    var options = self
    options.stores = stores
    if options.library == nil { options.library = try library() }
    return options
  }
}
