import Foundation
import Testing

@testable import GlobalEnvironmentWire

struct MultipartBodyTests {
  private func parts(_ text: String, type: String = "multipart/form-data; boundary=b") throws -> [String] {
    let body = Data(text.utf8)
    return try #require(MultipartBody(body, type: type)).parts.map {
      "\($0.name ?? "-")=\(String(decoding: body[$0.contents], as: UTF8.self))"
    }
  }

  private let body = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b--\r\n"

  @Test func `a body of another type has no parts`() {
    #expect(MultipartBody(Data(body.utf8), type: "text/plain") == nil)
    #expect(MultipartBody(Data(body.utf8), type: "") == nil)
  }

  @Test func `a form is one that is whole, and says so`() throws {
    #expect(try parts(body) == ["a=1"])
    #expect(MultipartBody(Data(body.utf8), type: "Multipart/Form-Data; boundary=\"b\"")?.isForm == true)
    #expect(MultipartBody(Data(body.utf8), type: "multipart/mixed; boundary=b")?.isForm == false)
    for end in 0..<(body.utf8.count - 4) {
      let cut = MultipartBody(Data(body.utf8.prefix(end)), type: "multipart/form-data; boundary=b")
      #expect(cut?.isForm == false)
    }
  }

  @Test func `parts of a damaged form are found`() throws {
    #expect(try parts("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1") == ["a=1"])
    #expect(try parts("--b\r\n\r\n1\r\n--bx\r\n2\r\n--b--") == ["-=1\r\n--bx\r\n2"])
    #expect(try parts("--b\r\nno fields\r\n--b\r\n\r\n2\r\n--b--") == ["-=2"])
  }

  @Test(arguments: ["multipart/form-data", "multipart/form-data; boundary=other", "multipart/form-data; boundary="])
  func `where the type does not name the boundary, the first line does`(type: String) throws {
    #expect(try parts(body, type: type) == ["a=1"])
    #expect(MultipartBody(Data(body.utf8), type: type)?.isForm == false)
    #expect(try parts("", type: type) == [])
    #expect(try parts("--", type: type) == [])
  }
}
