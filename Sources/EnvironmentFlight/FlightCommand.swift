import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight

/// `environment-flight show`: shows a flight as text or as a page, or makes a test of it.
package struct FlightCommand {
  private let options: FlightOptions

  /// Runs the command that `Env.arguments()` holds.
  ///
  /// - Returns: The exit code: 0, or 2 when it could not be done.
  package static func run() -> Int32 {
    let arguments = Array(Env.arguments().dropFirst())
    if arguments.contains(where: ["--help", "-h"].contains) {
      Env.standardOutput(FlightOptions.help)
      return 0
    }
    do {
      try FlightCommand(options: FlightOptions(arguments)).run()
      return 0
    } catch {
      Env.standardError("error: \(error)\n")
      return 2
    }
  }

  private func run() throws {
    let bytes: Data
    do {
      bytes = try Env.files().read(URL(filePath: options.file))
    } catch {
      throw CannotShow("\(options.file) cannot be read: \(reason(of: error)). Name the file of a flight.")
    }
    let flight = try Flight([UInt8](bytes), file: options.file)
    if let page = options.page {
      try write(Data(FlightPage(flight).html.utf8), to: URL(filePath: page))
    }
    if let folder = options.testFolder {
      try writeTest(of: flight, bytes, in: URL(filePath: folder, directoryHint: .isDirectory))
    }
    if options.page == nil, options.testFolder == nil { Env.standardOutput(flight.timeline) }
  }

  private func writeTest(of flight: Flight, _ bytes: Data, in folder: URL) throws {
    let test = FlightTest(flight)
    let files = [(Data(test.source.utf8), test.sourceName), (bytes, test.flightName)]
    for (_, name) in files where Env.files().exists(folder.appending(component: name)) {
      // The same flight may be there already.
      if name == test.flightName, (try? Env.files().read(folder.appending(component: name))) == bytes { continue }
      throw CannotShow("\(folder.appending(component: name).path) is there already. Remove it, or name another folder.")
    }
    for (data, name) in files { try write(data, to: folder.appending(component: name)) }
    Env.standardOutput("\(test.advice)\n")
  }

  private func write(_ data: Data, to url: URL) throws {
    do {
      try Env.files().write(data, to: url)
    } catch {
      throw CannotShow(
        """
        \(url.path) cannot be written: \(reason(of: error)). Name a folder that is there; as a package command, add \
        --allow-writing-to-package-directory.
        """
      )
    }
    Env.standardOutput("Wrote \(url.path)\n")
  }

  /// What the system says: the words of `Env.files()` advise a programmer.
  private func reason(of error: any Error) -> String {
    let cause = (error as? CocoaError)?.underlying as? POSIXError
    return cause.map { String(cString: strerror($0.code.rawValue)) } ?? error.localizedDescription
  }
}

/// What the command is asked to do.
struct FlightOptions {
  private(set) var file = ""
  private(set) var page: String?
  private(set) var testFolder: String?

  static let usage = "Say: environment-flight show FILE [--html PAGE] [--test FOLDER]; --help says more"

  static let help = """
    Shows a flight, which a program has recorded, as text or as a page, or makes a test of it.

    usage: swift package environment-flight show FILE [--html PAGE] [--test FOLDER]
           swift run --package-path path/to/GlobalEnvironment environment-flight show FILE [--html PAGE] [--test FOLDER]

      FILE            the file of the flight, such as crash.flight
      --html PAGE     write a page with a lane for each task and endpoint
      --test FOLDER   write a test that replays the flight, and a copy of the flight beside it
      -h, --help      show this

    Without --html and --test, it prints a line for each record. As a package command it may write only after
    swift package --allow-writing-to-package-directory. Exit codes: 0 done, 2 it could not be done.

    """

  /// Reads a command line, without the program's name.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    guard rest.popFirst() == "show" else { throw CannotShow(Self.usage) }
    while let argument = rest.popFirst() {
      switch argument {
      case "--html", "--test":
        guard let value = rest.popFirst(), !value.hasPrefix("--") else {
          throw CannotShow("\(argument) needs a path. \(Self.usage)")
        }
        if argument == "--html" { page = value } else { testFolder = value }
      case _ where argument.hasPrefix("--"): throw CannotShow("There is no option “\(argument)”. \(Self.usage)")
      case _ where file.isEmpty: file = argument
      default: throw CannotShow("There is one flight too many: \(argument). \(Self.usage)")
      }
    }
    if file.isEmpty { throw CannotShow(Self.usage) }
  }
}

/// Why a flight cannot be shown, and what to do.
struct CannotShow: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
