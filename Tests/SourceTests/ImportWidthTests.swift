import Foundation
import Testing

struct ImportWidthTests {

  @Test func `no file imports FoundationNetworking more widely than Foundation`() throws {
    let folders = ["Sources", "Templates", "Tests"].map { Repository.root.appending(component: $0) }
    let files = folders.flatMap { Repository.files(in: $0, "swift") }
    #expect(files.count > 400)
    for file in files where !file.path(percentEncoded: false).contains("/.build/") {
      let isTooNarrow = ImportWidth(of: try String(contentsOf: file, encoding: .utf8)).isTooNarrow
      #expect(!isTooNarrow, "\(Repository.path(of: file)): import Foundation as widely as FoundationNetworking.")
    }
  }

  @Test(arguments: [
    "import Foundation\n#if canImport(FoundationNetworking)\n  public import FoundationNetworking\n#endif\n",
    "import Foundation\n@preconcurrency package import class FoundationNetworking.URLSession\n",
    "package import Foundation\npublic import FoundationNetworking\n",
    "public import FoundationNetworking\n",
  ])
  func `a file that does is found`(text: String) {
    #expect(ImportWidth(of: text).isTooNarrow)
  }

  @Test(arguments: [
    "public import Foundation\nimport FoundationNetworking\n",
    "#if A\n  import Foundation\n  package import FoundationNetworking\n#else\n  package import Foundation\n#endif\n",
    "import Foundation\n// public import FoundationNetworking\n",
    "import Testing\n",
  ])
  func `a file that does not is not`(text: String) {
    #expect(!ImportWidth(of: text).isTooNarrow)
  }
}
