import ChildProcess
import Foundation
import Testing

/// The templates for Xcode, in `Templates/Xcode`.
struct XcodeTemplateTests {
  private static let folder = URL(filePath: #filePath).appending(path: "../../../Templates/Xcode").standardized

  static let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    .filter { $0.hasSuffix(".xctemplate") }.sorted()

  @Test(arguments: try #require(names))
  func `each is a valid property list, and brings the file that it names`(name: String) throws {
    let template = Self.folder.appending(path: name)
    let data = try Data(contentsOf: template.appending(path: "TemplateInfo.plist"))
    let info = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    #expect(info["Kind"] as? String == "Xcode.IDEFoundation.TextSubstitutionFileTemplateKind")
    #expect(info["AllowedTypes"] as? [String] == ["public.swift-source"])
    for key in ["Summary", "Description", "SortOrder"] { #expect((info[key] as? String)?.isEmpty == false, "\(key)") }
    let main = try #require(info["MainTemplateFile"] as? String)
    let file = template.appending(path: main).resolvingSymlinksInPath()
    let completion = try #require(info["DefaultCompletionName"] as? String)
    #expect(file.lastPathComponent == "\(completion).swift")
    #expect(try !String(contentsOf: file, encoding: .utf8).isEmpty)
  }

  @Test func `there is one for each file that is to be copied`() throws {
    let templates = Self.folder.deletingLastPathComponent()
    let files = try ["App", "Tests"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: templates.appending(path: folder).path(percentEncoded: false))
    }
    let swift = files.filter { $0.hasSuffix(".swift") }.map { $0.replacing(".swift", with: ".xctemplate") }
    #expect(swift.sorted() == Self.names)
  }

  #if os(macOS) || os(Linux)
    @Test func `they can be installed from a read-only checkout, and again`() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(component: "Templates-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let run = ChildProcess(
        URL(filePath: "/usr/bin/env"),
        [
          "bash", "-ec",
          """
          mkdir -p "$1/home"; cp -R "$2" "$1/Templates"; find "$1/Templates" -type f -exec chmod a-w {} +
          user=()
          # To root, nothing is read-only.
          if [ "$(id -u)" = 0 ] && command -v setpriv; then
            chown -R 65534:65534 "$1"
            user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
          fi
          for time in 1 2; do HOME="$1/home" "${user[@]}" bash "$1/Templates/Xcode/install"; done
          [ -z "$(find "$1/home" -type f ! -perm -u=w)" ]
          """,
          "install", folder.path(percentEncoded: false),
          Self.folder.deletingLastPathComponent().path(percentEncoded: false),
        ],
        environment: ProcessInfo.processInfo.environment)
      let result = try await run.run()
      #expect(result.status == 0, "\(result.errors)")
    }

    @Test func `installing them copies the files, with Xcode's name for your module`() async throws {
      let home = FileManager.default.temporaryDirectory.appending(component: "Home-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: home) }
      let install = ChildProcess(
        URL(filePath: "/usr/bin/env"), ["bash", Self.folder.appending(path: "install").path(percentEncoded: false)],
        environment: ProcessInfo.processInfo.environment.merging(["HOME": home.path(percentEncoded: false)]) { $1 })
      #expect(try await install.run().status == 0)

      let installed = home.appending(path: "Library/Developer/Xcode/Templates/File Templates/Environment")
      for name in try #require(Self.names) {
        let file = installed.appending(path: name).appending(path: "___FILEBASENAME___.swift")
        #expect(
          try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType == .typeRegular)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("import App\n"))
        #expect(text.contains("@testable import ___PROJECTNAME:identifier___\n") == (name != "Environment.xctemplate"))
      }
    }
  #endif
}
