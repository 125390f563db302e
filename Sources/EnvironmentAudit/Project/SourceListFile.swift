import Foundation
import GlobalEnvironment

/// What `--sources` may name: a folder, a source file, a compilation database, a file with a path on each line, or the
/// plugin's own list.
struct SourceListFile {
  private let path: String
  /// The folder where relative paths begin, and to which paths in the report are relative.
  private let folder: String

  init(_ path: String, in folder: String) {
    self.folder = folder.absolute(in: Self.workingFolder)
    self.path = path.absolute(in: Self.workingFolder)
  }

  /// Reads the list.
  ///
  /// - Throws: ``CannotAudit`` for what cannot be read, and for a list without a source file.
  func sources() throws -> SourceList {
    if (try? Env.files().attributes(of: URL(filePath: path)).kind) == .folder { return try sourcesOfFolder() }
    // As a list, each line of it would be a path.
    if path.isInIndexedLanguage { return list([path], areOnlyFound: false) }
    var data: Data
    do { data = try Env.files().read(URL(filePath: path)) } catch { throw CannotAudit(notRead: path, error) }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if data.starts(with: byteOrderMark) { data = Data(data.dropFirst(byteOrderMark.count)) }
    let start = data.first { !$0.isSpace }
    if start == UInt8(ascii: "{") { return try decoded(data) }
    let paths = start == UInt8(ascii: "[") ? try compiled(data) : try lines(data)
    guard !paths.isEmpty else { throw CannotAudit("\(path) names no source file. Write the path of one on each line.") }
    return list(paths, areOnlyFound: false)
  }

  private func list(_ paths: [String], areOnlyFound: Bool) -> SourceList {
    let files = paths.map { SourceList.File(path: $0, realPath: $0.withoutLinks, isOnlyFound: areOnlyFound) }
    return SourceList(
      package: folder, targets: [SourceList.Target(name: "sources", linksEnvironment: nil, files: files)])
  }

  private func decoded(_ data: Data) throws -> SourceList {
    do {
      return try JSONDecoder().decode(SourceList.self, from: data)
    } catch {
      let reason = "\(error)".withoutFullStop
      throw CannotAudit("\(path) is not a list of sources: \(reason). Write the path of a file on each line.")
    }
  }

  /// The files of a compilation database, as Clang's tools read it.
  ///
  /// <https://clang.llvm.org/docs/JSONCompilationDatabase.html>
  private func compiled(_ data: Data) throws -> [String] {
    struct Command: Decodable {
      var directory: String?
      var file: String
    }
    do {
      let commands = try JSONDecoder().decode([Command].self, from: data)
      let paths = commands.map { $0.file.absolute(in: ($0.directory ?? folder).absolute(in: folder)) }
      var seen: Set<String> = []
      return paths.filter { seen.insert($0).inserted }
    } catch {
      throw CannotAudit("\(path) is not a compilation database: each command needs a “file”. \(error)")
    }
  }

  private func lines(_ data: Data) throws -> [String] {
    guard let text = String(validUTF8: data) else {
      throw CannotAudit("\(path) cannot be read: it is not UTF-8 text; name another file.")
    }
    return text.lines.map(\.trimmed).filter { !$0.isEmpty && !$0.hasPrefix("#") }.map { $0.absolute(in: folder) }
  }

  /// All files in a folder that an index may know.
  private func sourcesOfFolder() throws -> SourceList {
    let found = FolderFiles(of: path).paths.filter(\.isInIndexedLanguage)
    guard !found.isEmpty else { throw CannotAudit("There is no source file in \(path). Name another folder.") }
    var list = list(found, areOnlyFound: true)
    // Another folder than that of the package is a package of its own.
    if !(path + "/").isWithin(folder) { list.package = path }
    return list
  }

  static var workingFolder: String {
    // audit:allow files – relative paths of a command line begin here.
    FileManager.default.currentDirectoryPath
  }
}

extension String {
  /// The path behind all links.
  package var withoutLinks: String {
    // audit:allow files – no endpoint follows links.
    URL(filePath: self).resolvingSymlinksInPath().path(percentEncoded: false)
  }
}
