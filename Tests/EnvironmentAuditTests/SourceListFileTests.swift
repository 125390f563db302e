import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import EnvironmentAudit

@Suite(.environment(.mock)) struct SourceListFileTests {
  @Test func `a list has a path on each line, from the folder of the package`() throws {
    try write("# A list.\n/a/B.swift\r\n\n  Sources/C.swift \n./D/../E.swift\n", to: "/p/list")
    #expect(try paths("/p/list") == ["/a/B.swift", "/p/Sources/C.swift", "/p/E.swift"])
  }

  @Test func `a compilation database names its files by their folders, each once`() throws {
    let commands = """
      [{"directory": "/b", "file": "A.c", "command": "cc A.c"}, {"directory": "sub", "file": "B.c", "arguments": []},
       {"file": "/c/C.m"}, {"directory": "/b", "file": "./A.c"}]
      """
    try write(commands, to: "/p/compile_commands.json")
    #expect(try paths("/p/compile_commands.json") == ["/b/A.c", "/p/sub/B.c", "/c/C.m"])
  }

  @Test(arguments: ["A.swift\n", #"[{"file": "A.swift"}]"#])
  func `a byte order mark before a list is no part of it`(list: String) throws {
    try write("\u{FEFF}" + list, to: "/p/list")
    #expect(try paths("/p/list") == ["/p/A.swift"])
  }

  @Test func `a folder holds the files that compilers write an index of, but what is hidden`() throws {
    for path in ["A.swift", "Sub/B.m", "Sub/C.txt", ".build/D.swift", "Sub/E.h"] { try write("", to: "/p/" + path) }
    let list = try SourceListFile("/p", in: "/p").sources()
    #expect(list.targets.flatMap(\.files).map(\.path) == ["/p/A.swift", "/p/Sub/B.m"])
    #expect(list.targets.flatMap(\.files).allSatisfy { $0.isOnlyFound == true })
    #expect(list.package == "/p")
    #expect(list.targets.map(\.linksEnvironment) == [nil])
  }

  @Test func `a source file is a list of itself`() throws {
    try write("import Foundation\n", to: "/p/A.swift")
    #expect(try paths("/p/A.swift") == ["/p/A.swift"])
  }

  @Test(arguments: [("/p/App", "/p"), ("/p", "/p"), ("/q", "/q")])
  func `paths of a folder in the package are told from the package`(folder: String, package: String) throws {
    try write("", to: folder + "/A.swift")
    #expect(try SourceListFile(folder, in: "/p").sources().package == package)
  }

  @Test(arguments: [
    ("", "/p/list names no source file."), ("# Nothing.\n", "/p/list names no source file."),
    ("[1]", "/p/list is not a compilation database: each command needs a “file”."),
    ("[", "/p/list is not a compilation"),
    ("{}", "/p/list is not a list of sources: "),
  ])
  func `what is no list is told`(text: String, message: String) throws {
    try write(text, to: "/p/list")
    let error = #expect(throws: CannotAudit.self) { try paths("/p/list") }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func `bytes that are no text, a list that is not there and an empty folder are told`() throws {
    try Env.files().createFolder(URL(filePath: "/p"), withParents: true)
    try Env.files().write(Data([0xFF, 0xFE]), to: URL(filePath: "/p/list"))
    for path in ["/p/list", "/p/none"] {
      let error = #expect(throws: CannotAudit.self) { try paths(path) }
      #expect(error?.description.hasPrefix("\(path) cannot be read: ") == true)
    }
    try Env.files().remove(URL(filePath: "/p/list"))
    let error = #expect(throws: CannotAudit.self) { try paths("/p") }
    #expect(error?.description == "There is no source file in /p. Name another folder.")
  }

  private func paths(_ path: String) throws -> [String] {
    try SourceListFile(path, in: "/p").sources().targets.flatMap(\.files).map(\.path)
  }

  private func write(_ text: String, to path: String) throws {
    let url = URL(filePath: path)
    try Env.files().createFolder(url.deletingLastPathComponent(), withParents: true)
    try Env.files().write(text, to: url)
  }
}
