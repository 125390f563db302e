import Foundation
import PackagePlugin

/// One file to copy, its place, and what is to happen there.
struct Copy {
  enum Change {
    /// Nothing is there.
    case write
    /// Another file is there, which goes to `old`.
    case replace(old: URL)
    /// The copy is there already.
    case none
    /// A copy is there that is the user's by now.
    case keep(Reason)
  }

  enum Reason {
    case different, renamed
  }

  let text: String
  let place: URL
  let change: Change

  /// - Parameter force: Whether to replace a file that differs.
  /// - Throws: ``Refusal`` for what cannot be replaced; Foundation's error for a template that cannot be read.
  init(_ template: Template, to target: any SourceModuleTarget, module: String, force: Bool) throws {
    text = try template.text(for: module)
    // A file that was moved into a folder of its target is that file still.
    let named =
      target.sourceFiles.map(\.url).first { $0.lastPathComponent == template.name }
      ?? target.directoryURL.appending(path: template.name)
    // A copy that was renamed is that copy still, also where another file has the name; an old one beside it is not.
    if !template.isDeclared(in: Self.text(of: named) ?? ""),
      let renamed = target.sourceFiles.first(where: {
        $0.type == .source && template.isDeclared(in: Self.text(of: $0.url) ?? "")
      })
    {
      place = renamed.url
      change = .keep(.renamed)
      return
    }
    place = named
    // Not whether it can be read: a link is something, too, wherever it leads.
    let type = try? FileManager.default.attributesOfItem(atPath: named.filePath)[.type] as? FileAttributeType
    if type == nil {
      change = .write
    } else if type == .typeDirectory {
      throw Refusal("\(named.filePath) is a folder, where a file is to be. Move it away.")
    } else if Self.text(of: named)?.withOneLineEnd == text {
      change = .none
    } else if force {
      change = .replace(old: Self.freePlace(for: named))
    } else if template.path == Template.environment.path, !template.isDeclared(in: Self.text(of: named) ?? "") {
      throw Refusal(
        """
        \(named.filePath) is there already, and is no copy of this pattern: nothing in \(target.name) declares \
        EnvironmentBox. Rename it, or replace it with --force, which keeps the old file beside it.
        """)
    } else {
      change = .keep(.different)
    }
  }

  /// Makes the change. What is there is moved, never overwritten.
  ///
  /// - Parameter part: A file with the text, in the same folder.
  /// - Throws: Foundation's error for a file that cannot be moved.
  func apply(_ part: URL) throws {
    let manager = FileManager.default
    guard case .replace(let old) = change else { return try manager.moveItem(at: part, to: place) }
    try manager.moveItem(at: place, to: old)
    do {
      try manager.moveItem(at: part, to: place)
    } catch {
      try? manager.moveItem(at: old, to: place)
      throw error
    }
  }

  private static func text(of file: URL) -> String? {
    (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns a place beside a file where nothing is. What ends so is not compiled.
  private static func freePlace(for file: URL) -> URL {
    let names = sequence(first: 1) { $0 + 1 }.lazy.map { "\(file.lastPathComponent).old\($0 == 1 ? "" : "\($0)")" }
    let places = names.map { file.deletingLastPathComponent().appending(component: $0) }
    return places.first { (try? FileManager.default.attributesOfItem(atPath: $0.filePath)) == nil } ?? file
  }
}

extension URL {
  var filePath: String { path(percentEncoded: false) }
}
