import Foundation
import GlobalEnvironmentTesting

/// One thing that is done with files, in whichever world.
enum FileDeed: CustomStringConvertible {
  case read(URL)
  case write(Data, URL)
  case append(Data, URL)
  case list(URL)
  case attributes(URL)
  case createFolder(URL, withParents: Bool)
  case move(URL, to: URL)
  case copy(URL, to: URL)
  case remove(URL)
  case setAccess(FileAccess, URL)

  /// Does it, and returns what comes of it, as a text that is the same in both worlds.
  func outcome(in files: any EnvironmentFileSystem) -> String {
    do {
      switch self {
      case .read(let url): return try files.read(url).base64EncodedString()
      case .write(let data, let url): try files.write(data, to: url)
      case .append(let data, let url): try files.append(data, to: url)
      case .list(let url): return "\(try files.list(url).map(\.absoluteString))"
      case .attributes(let url):
        let attributes = try files.attributes(of: url)
        return "\(attributes.kind) \(attributes.size)"
      case .createFolder(let url, let withParents): try files.createFolder(url, withParents: withParents)
      case .move(let source, let destination): try files.move(source, to: destination)
      case .copy(let source, let destination): try files.copy(source, to: destination)
      case .remove(let url): try files.remove(url)
      case .setAccess(let access, let url): try setAccess(access, of: url, in: files)
      }
      return "done"
    } catch let error as CocoaError {
      let reason = (error.underlying as? POSIXError).map { "\($0.code)" } ?? "nothing"
      return "\(error.code.rawValue), \(reason): \(error.localizedDescription)"
    } catch {
      return "\(error)"
    }
  }

  var description: String {
    switch self {
    case .read(let url): "read \(url)"
    case .write(let data, let url): "write \(data.count) to \(url)"
    case .append(let data, let url): "append \(data.count) to \(url)"
    case .list(let url): "list \(url)"
    case .attributes(let url): "attributes of \(url)"
    case .createFolder(let url, let withParents): "createFolder \(url)\(withParents ? " with parents" : "")"
    case .move(let source, let destination): "move \(source) to \(destination)"
    case .copy(let source, let destination): "copy \(source) to \(destination)"
    case .remove(let url): "remove \(url)"
    case .setAccess(let access, let url): "setAccess \(access) of \(url)"
    }
  }

  private func setAccess(_ access: FileAccess, of url: URL, in files: any EnvironmentFileSystem) throws {
    if let files = files as? InMemoryFiles { return try files.setAccess(access, of: url) }
    _ = try files.attributes(of: url)
    let mode: mode_t =
      switch access {
      case .all: 0o755
      case .readOnly: 0o555
      case .none: 0o000
      }
    // Not `url.path`, in which `..` may follow what is missing.
    if let path = FilePath(url) { chmod(path.description, mode) }
  }
}

/// Deeds that follow from a seed, in a folder that none of them leaves.
struct FileDeeds {
  private let folder: URL
  private let top: FilePath?
  private var chance: SplitMix64
  private let changesAccess: Bool
  /// Of how many bytes the sizes are multiples.
  private let block: Int
  /// Few, where what is rare must come together: a disk that is full, folders without rights.
  private let names: [String]

  init(in folder: URL, seed: UInt64, changesAccess: Bool, block: Int) {
    self.folder = folder
    top = FilePath(folder)
    self.changesAccess = changesAccess
    self.block = block
    names = block > 1 || changesAccess ? ["a", "b", "é"] : ["a", "b", "b", "A", "é", "e\u{301}", "日", "Ñ"]
    chance = SplitMix64(state: seed)
  }

  mutating func next() -> FileDeed {
    switch Int.random(in: 0..<(changesAccess ? 24 : 20), using: &chance) {
    case 0: .read(url())
    case 1, 2, 3: .write(data(), url())
    case 4, 5: .append(data(), url())
    case 6: .list(url())
    case 7: .attributes(url())
    case 8, 9: .createFolder(url(), withParents: false)
    case 10, 11, 12: .createFolder(url(), withParents: true)
    case 13, 14, 15: .move(url(), to: url())
    case 16, 17: .copy(url(), to: url())
    case 18, 19: .remove(url())
    case 20: .setAccess(.all, url())
    case 21, 22: .setAccess(.none, url())
    default: .setAccess(.readOnly, url())
    }
  }

  private mutating func data() -> Data {
    let count = [0, 1, 3, 6, 10].randomElement(using: &chance) ?? 0
    return Data(repeating: .random(in: 0...9, using: &chance), count: count * block)
  }

  private mutating func url() -> URL {
    let depth = Int.random(in: 1...(block > 1 ? 2 : 3), using: &chance)
    let path = (0..<depth).map { _ in names.randomElement(using: &chance) ?? "a" }.joined(separator: "/")
    let start = top?.description ?? ""
    let text =
      switch Int.random(in: 0..<12, using: &chance) {
      case 0: "\(start)/./\(path)/"
      case 1: "\(start)/x/..//\(path)"
      case 2: "\(start)//x//../\(path)"
      case 3: "\(start)/b/../\(path)/."
      case 4: "\(path)//"
      case 5: "x/../\(path)"
      case 6: "b/y/../../\(path)"
      default: "\(start)/\(path)"
      }
    let url = URL(filePath: text, relativeTo: text.hasPrefix("/") ? nil : folder)
    // Whatever the forms above come to be: nothing outside is touched.
    guard let path = FilePath(url), let top, path.isInside(top) else {
      return folder.appending(component: "a")
    }
    return url
  }
}
