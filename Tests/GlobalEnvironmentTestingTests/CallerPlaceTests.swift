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

    @Test(arguments: [
      (
        "static App.Tests.($s3App5TestsV4load4TestfMp_16Z470210ecddea472fMu_ in _DAEF)@Sendable () async throws -> ()",
        "a function made by @Test in App.Tests"
      ),
      (
        "closure #1 () -> () in static App.(__🟡$s3App0010aswift_BgfMX10_14_33_DAEFLl4TestfMf_ in _DAEF).body() -> ()",
        "closure #1 () -> () in a function made by a macro in App.body() -> ()"
      ),
      ("App.Model.load(price$s: Swift.Int) -> ()", "App.Model.load(price$s: Swift.Int) -> ()"),
      ("static App.Model.load() async -> ()", "static App.Model.load() async -> ()"),
    ])
    func `no name shows what a macro calls a function that it makes`(name: String, readable: String) {
      #expect(CallStack.withoutMangledNames(name) == readable)
    }
  }
#endif
