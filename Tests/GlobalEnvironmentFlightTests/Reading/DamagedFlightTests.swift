import Foundation
import GlobalEnvironmentAtomics
@testable import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct DamagedFlightTests {

  /// A small flight that has a bit of everything.
  private func bytes() async throws -> [UInt8] {
    let folder = try FlightFolder()
    let saved = folder.url.appending(component: "saved.flight")
    try await withEnvironment(Environment.mock.recorded(by: FlightRecorder(at: folder.file, limit: 40_000))) {
      Env.stub(.get("/"), .json(["a": 1]))
      _ = try await Env.http(URLRequest(url: try #require(URL(string: "https://example.com/"))))
      Env.mark("tapped")
      _ = (Env.date(), Env.uuid(), Env.locale(), Env.environmentVariable("A"), Env.flags)
      try Env.files().write("text", to: URL(filePath: "/tmp/a"))
      _ = try? Env.files().read(URL(filePath: "/none"))
      Env.defaults().set(["a": [1]], for: "b")
      try Env.flight.save(to: saved)
    }
    return [UInt8](try Data(contentsOf: saved))
  }

  @Test("Of 10,000 damaged flights each is an error with a place, or tells where a record is missing")
  func damaged() async throws {
    let whole = try await bytes()
    let flight = try Flight(whole, file: "whole")
    #expect(flight.gaps.isEmpty && flight.events.count >= 11)
    var generator = SplitMix64(state: 4711)
    var unnoticed = 0
    for round in 0..<10_000 {
      var bytes = whole
      switch round % 4 {
      case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &generator))
      case 1:
        // Behind the numbers that change while a flight is recorded, which say nothing for sure.
        let index = Int.random(in: 128..<bytes.count, using: &generator)
        bytes[index] ^= UInt8.random(in: 1...255, using: &generator)
      case 2:
        for _ in 0..<20 {
          bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
        }
      default: bytes[8 + round % 4] = UInt8.random(in: 2...255, using: &generator)
      }
      do throws(FlightError) {
        let read = try Flight(bytes, file: "damaged")
        if read.gaps.isEmpty, bytes != whole { unnoticed += 1 }
      } catch {
        #expect(error.offset != nil, "\(error)")
      }
    }
    #expect(unnoticed == 0)
  }

  @Test("A flight that somebody made to keep its reader busy is read at once") func busy() throws {
    let folder = try FlightFolder()
    let recorder = FlightRecorder(at: folder.file, limit: 4_000_000)
    #expect(recorder.error == nil)
    var bytes = [UInt8](try Data(contentsOf: folder.file))
    let units = (bytes.count - 4_096) / 32
    // Each unit says that it is a record of all of them. To look at each takes minutes.
    for unit in 0..<units {
      let words = [UInt64(units * 32 - 24), UInt64(unit) << 24]
      words.withUnsafeBytes { bytes.replaceSubrange((4_096 + unit * 32)..<(4_112 + unit * 32), with: $0) }
    }
    #expect(try Flight(bytes, file: "busy").events.isEmpty)
  }

  @Test("A flight of another version says which one it is") func version() async throws {
    var bytes = try await bytes()
    bytes[8] = 9
    let error = try #require(throws: FlightError.self) { try Flight(bytes, file: "next.flight") }
    #expect(error.offset == 8 && error.description.contains("version 9"))
  }

  @Test("What is no flight says so") func noFlight() {
    #expect(throws: FlightError.self) { try Flight([], file: "empty") }
    #expect(throws: FlightError.self) { try Flight(Array("PNG".utf8), file: "picture") }
    #expect(throws: FlightError.self) { try Flight(contentsOf: URL(filePath: "/no/such/file")) }
  }

  @Test("Random records whose checksums are right are errors with a place, never traps") func wellFormed() async throws
  {
    var generator = SplitMix64(state: 1)
    for _ in 0..<2_000 {
      let kind = FlightKind.allCases.randomElement(using: &generator) ?? .mark
      let payload = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        Bool.random(using: &generator) ? UInt8(0) : UInt8.random(in: 0...255, using: &generator)
      }
      do throws(FlightError) {
        let flight = try Flight(Flight.file(of: [(kind, payload)]), file: "made")
        // Whatever it holds, it can be shown.
        #expect(flight.events.map(\.words).count == flight.events.count)
      } catch {
        #expect((error.offset ?? 0) >= 4_096, "\(error)")
      }
    }
  }
}

extension Flight {
  /// Returns a file of records that hold any bytes, as an attacker may make it.
  fileprivate static func file(of records: [(kind: FlightKind, bytes: [UInt8])]) -> [UInt8] {
    let header = FlightHeader(
      units: 1, seed: 1, start: Date(timeIntervalSinceReferenceDate: 0), lasting: .max >> 1, processIdentifier: 1,
      info: FlightInfo())
    let raw = records.map { record in
      RawRecord(
        head: global_environment_record(
          position: 0, when: 1, length: UInt32(record.bytes.count), lane: 0, kind: record.kind.rawValue),
        offset: 0, bytes: record.bytes)
    }
    return RawRecords.file(of: raw, header, lost: 0)
  }
}
