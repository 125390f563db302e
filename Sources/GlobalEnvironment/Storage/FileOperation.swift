/// What a file system is asked to do.
package enum FileOperation: Sendable {
  case read(FilePath)
  case write(FilePath)
  case append(FilePath)
  case list(FilePath)
  case attributes(FilePath)
  case createFolder(FilePath)
  case move(FilePath, to: FilePath)
  case copy(FilePath, to: FilePath)
  case remove(FilePath)

  /// The path that it reads or changes; for a move, the one before it.
  package var path: FilePath {
    switch self {
    case .read(let path), .write(let path), .append(let path), .list(let path), .attributes(let path),
      .createFolder(let path), .move(let path, _), .copy(let path, _), .remove(let path):
      path
    }
  }

  /// Whether it changes nothing at `path`.
  var isReading: Bool {
    switch self {
    case .read, .list, .attributes, .copy: true
    case .write, .append, .createFolder, .move, .remove: false
    }
  }

  /// Whether it changes anything at all: a copy does so elsewhere.
  var changesFiles: Bool { if case .copy = self { true } else { !isReading } }
}

extension FileOperation: CustomStringConvertible {
  /// As it is written in a sentence: `copy /a to /b`.
  package var description: String {
    switch self {
    case .read(let path): "read \(path.shortened)"
    case .write(let path): "write \(path.shortened)"
    case .append(let path): "append to \(path.shortened)"
    case .list(let path): "list \(path.shortened)"
    case .attributes(let path): "look up \(path.shortened)"
    case .createFolder(let path): "create the folder \(path.shortened)"
    case .move(let path, let destination): "move \(path.shortened) to \(destination.shortened)"
    case .copy(let path, let destination): "copy \(path.shortened) to \(destination.shortened)"
    case .remove(let path): "remove \(path.shortened)"
    }
  }
}

extension FilePath {
  /// The path for a message: 200 characters at most.
  var shortened: String {
    description.count <= 200 ? description : "\(description.prefix(100))…\(description.suffix(99))"
  }
}
