// audit:allow-file process – this is the live reading of environment variables.

import Foundation

/// Returns one variable of this process; nil where it is not set.
///
/// `ProcessInfo` would make a dictionary of all of them.
@usableFromInline func liveEnvironmentVariable(_ name: String) -> String? {
  // To C, the first name would be one that ends there, and the second a part of the value.
  guard !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "=") }) else { return nil }
  return getenv(name).map { String(cString: $0) }
}
