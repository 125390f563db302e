import EnvironmentAudit
import Foundation

exit(AuditCommand.run())
