// audit:allow-file process – the program reports its result by its exit code.

import EnvironmentAudit
import Foundation
import GlobalEnvironment

/// What was asked for; nil while that is not read.
var command: AuditCommand?

do {
  let options = try Options(Array(Env.arguments().dropFirst()))
  command = AuditCommand(options)
  let hasIndex = !options.stores.isEmpty || options.sources != nil
  if options.asksForHelp || options.failedLog != nil || options.checksOnly {
    exit(try AuditCommand(options).run())
  } else if hasIndex {
    var options = options
    if options.library == nil, !options.targets.isEmpty || options.dependency != nil || options.includesTests {
      throw CannotAudit(
        "--target, --dependency and --tests are for a package that is built. Name files with --sources.")
    }
    if options.library == nil { options.library = try Toolchain().indexStoreLibrary() }
    exit(try AuditCommand(options).run())
  } else {
    exit(try PackageCommand(options).run())
  }
} catch {
  // Otherwise an older report would stay in the file.
  if let command { exit((try? command.fail("\(error)")) ?? 2) }
  Env.standardError("error: \(error)\n")
  exit(2)
}
