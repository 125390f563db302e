/// One stored endpoint: its name, and how it is taken from another environment.
///
/// ``Environment/stored`` lists all of them, by hand: what Swift itself assigns keeps its references in order.
struct StoredEndpoint: Sendable {
  typealias Take = @Sendable (_ target: inout Environment, _ source: UnsafePointer<Environment>) -> Void

  let name: String
  let take: Take

  fileprivate init(_ name: String, _ take: @escaping Take) { (self.name, self.take) = (name, take) }
}

extension Environment {
  /// The stored endpoints, in the order in which they are declared, and so lie in memory.
  static let stored = [
    StoredEndpoint("date") { $0.date = $1.pointee.date },
    StoredEndpoint("scheduler") { $0.scheduler = $1.pointee.scheduler },
    StoredEndpoint("backgroundScheduler") { $0.backgroundScheduler = $1.pointee.backgroundScheduler },
    StoredEndpoint("calendar") { $0.calendar = $1.pointee.calendar },
    StoredEndpoint("locale") { $0.locale = $1.pointee.locale },
    StoredEndpoint("timeZone") { $0.timeZone = $1.pointee.timeZone },
    StoredEndpoint("preferredLanguages") { $0.preferredLanguages = $1.pointee.preferredLanguages },
    StoredEndpoint("dateFormatter") { $0.dateFormatter = $1.pointee.dateFormatter },
    StoredEndpoint("numberFormatter") { $0.numberFormatter = $1.pointee.numberFormatter },
    StoredEndpoint("uuid") { $0.uuid = $1.pointee.uuid },
    StoredEndpoint("randomBits") { $0.randomBits = $1.pointee.randomBits },
    StoredEndpoint("http") { $0.http = $1.pointee.http },
    StoredEndpoint("httpBytes") { $0.httpBytes = $1.pointee.httpBytes },
    StoredEndpoint("urlSession") { $0.urlSession = $1.pointee.urlSession },
    StoredEndpoint("files") { $0.files = $1.pointee.files },
    StoredEndpoint("defaults") { $0.defaults = $1.pointee.defaults },
    StoredEndpoint("secrets") { $0.secrets = $1.pointee.secrets },
    StoredEndpoint("encoder") { $0.encoder = $1.pointee.encoder },
    StoredEndpoint("decoder") { $0.decoder = $1.pointee.decoder },
    StoredEndpoint("arguments") { $0.arguments = $1.pointee.arguments },
    StoredEndpoint("environmentVariable") { $0.environmentVariable = $1.pointee.environmentVariable },
    StoredEndpoint("processIdentifier") { $0.processIdentifier = $1.pointee.processIdentifier },
    StoredEndpoint("hostName") { $0.hostName = $1.pointee.hostName },
    StoredEndpoint("uptime") { $0.uptime = $1.pointee.uptime },
    StoredEndpoint("standardOutput") { $0.standardOutput = $1.pointee.standardOutput },
    StoredEndpoint("standardError") { $0.standardError = $1.pointee.standardError },
    StoredEndpoint("notificationCenter") { $0.notificationCenter = $1.pointee.notificationCenter },
    StoredEndpoint("openURL") { $0.openURL = $1.pointee.openURL },
  ]

  /// Returns where a stored endpoint lies: `MemoryLayout` does not return the offset of a function.
  static func offset(of name: String) -> Int? {
    stored.firstIndex { $0.name == name }.map { $0 * FunctionFields.width }
  }
}
