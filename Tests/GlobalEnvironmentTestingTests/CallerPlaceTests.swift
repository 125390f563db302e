#if os(Linux)
  import Foundation
  import FoundationNetworking
  import GlobalEnvironmentMocks
  import HidingKnownIssues
  import Testing

  @testable import GlobalEnvironmentTesting

  /// The lines of calls that pass no place.
  @Suite(.hidesKnownIssues)
  struct CallerPlaceTests {

    @Test func `the innermost line of the program is found, also a second time`() throws {
      for _ in 0..<2 {
        let line = #line + 1
        let found = CallerPlace.current
        let place = try #require(found)
        #expect(place.line == line && place.filePath == "\(#filePath)" && place.fileID == "\(#fileID)")
      }
    }

    @Test func `a closure of an endpoint is shown where it is called`() {
      let line = #line + 2
      withKnownIssue {
        withEnvironment(.unimplemented) { _ = Env.date() }
      } matching: {
        $0.sourceLocation?.line == line && $0.sourceLocation?.fileID == #fileID
      }
    }

    @Test func `so is an asynchronous one, after a wait`() async throws {
      let request = URLRequest(url: try #require(URL(string: "https://example.com/posts")))
      let line = #line + 4
      await withKnownIssue {
        await withEnvironment(.unimplemented) {
          await Task.yield()
          _ = try? await Env.http(request)
        }
      } matching: {
        $0.sourceLocation?.line == line
      }
    }

    @Test func `the file that a macro makes is no place`() {
      #expect(CallerPlace.current.map { $0.filePath == "\(#filePath)" } != false)
    }
  }
#endif
