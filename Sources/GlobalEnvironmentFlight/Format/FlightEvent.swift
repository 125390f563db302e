package import Foundation

/// One thing that a program asked of the world, or that the world answered.
package struct FlightEvent: Sendable {
  /// When, since the recorder began.
  package var when: Duration
  /// A number that distinguishes tasks, or threads, for code that is in no task.
  package var lane: UInt32
  package var kind: FlightKind
  package var content: Content

  package enum Content: Sendable {
    case mark(String, place: String)
    case date(Date)
    case uuid(UUID)
    case bits(UInt64)
    case request(id: UInt64, FlightRequest)
    case answer(id: UInt64, FlightAnswer)
    /// After an answer, it says why the body of that broke off.
    case noAnswer(id: UInt64, FlightFailure)
    case file(FlightFileCall)
    case folder(UInt8, path: String)
    case setting(suite: String, name: String, value: FlightBody?)
    /// With the placeholder of the secret, or with JSON that has placeholders; nil where there was none.
    case secret(verb: String, name: String, shown: String?, FlightFailure?)
    case text(String)
    case texts([String])
    case variable(name: String, value: String?)
    case number(Int64)
    case real(Double)
    case opened(String, Bool)
    case own(name: String, json: FlightBody)
    case nothing
  }
}

/// A request, without what is hidden.
package struct FlightRequest: Hashable, Sendable {
  package var method: String
  package var url: String
  package var headers: [FlightField]
  package var body: FlightBody
}

/// An answer, without what is hidden.
package struct FlightAnswer: Hashable, Sendable {
  package var status: Int
  /// Where redirects led; nil where they did not.
  package var url: String?
  package var headers: [FlightField]
  package var body: FlightBody
}

package struct FlightField: Hashable, Sendable {
  package var name: String
  package var value: String
}

/// An error, as far as a test can get it again.
package struct FlightFailure: Hashable, Sendable {
  /// `NSURLErrorDomain` for instance.
  package var domain: String
  package var code: Int
  /// The number of the `POSIXError` below a file's error; 0 for none.
  package var reason: Int32
  package var text: String
}

/// What was done with files.
package struct FlightFileCall: Sendable {
  package enum Verb: UInt8, Sendable, CaseIterable {
    case read, write, append, list, attributes, createFolder, move, copy, remove
  }

  package enum Outcome: Sendable {
    case done
    case bytes(FlightBody)
    case names([String])
    case attributes(kind: UInt8, size: Int, modified: Date)
    case failed(FlightFailure)
  }

  package var verb: Verb
  package var path: String
  package var destination: String?
  package var written: FlightBody?
  package var outcome: Outcome
}
