import EnvironmentAudit
import Foundation
import GlobalEnvironment

// The plugin starts it with what it has found out of the package; a person starts it without.
let arguments = Array(Env.arguments().dropFirst())
exit(arguments.contains("--sources") ? AuditCommand.run() : PackageCommand(arguments).run())
