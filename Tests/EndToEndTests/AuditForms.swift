/// Code that names effects in all forms there are; what it does does not matter, but it builds.
enum AuditForms {
  static let code = ####"""
    import Foundation

    #if canImport(FoundationNetworking)
      import FoundationNetworking
    #endif

    typealias Moment = Date
    typealias Pause = Task<Never, Never>

    func a1() -> () -> Date { let make: () -> Date = Date.init; return make }
    let a2 = [Date()]
    let a3 = Date() as Date?
    public func a4(_ d: Date = Date(), _ e: Date = .now, _ f: Date? = .init(), g: UUID = UUID()) {}
    struct A5 { static let d = Date(); static var e: Date { .now }; lazy var f = Date(); let g: Date = .init() }
    let a6 = "\(Date()) \(Date.now, default: "x")"
    let a7 = "\("\(Date())")"
    func a8() async throws { try await Task.sleep(for: .seconds(1), clock: .continuous) }
    func a9() async throws {
      try await Task.sleep(
        for: .seconds(1),
        tolerance: .zero
      )
    }
    let a10 = Foundation . Date ( )
    let a11 = Foundation.Date()
    let a12 = `Date`()
    let a13 = Foundation.`Date`.now
    actor A14 { func f() async throws { try await Task.sleep(for: .seconds(1)) } }
    let a15 = Date().timeIntervalSince1970
    let a16 = Date() + 1 - 2
    let a17 = -Date().timeIntervalSinceNow
    let a18 = !UUID().uuidString.isEmpty
    #if DEBUG
    let a19 = Date()
    #else
    let a19 = Date.now
    #endif
    final class A20: Sendable { let date: Date; init() { self.date = Date() } }
    struct A21 { struct Date { var x = Foundation.Date() }; let d = Foundation.Date(); let e: Foundation.Date = .init() }
    let a22 = Moment.init()
    let a23 = (Date.init)()
    let a24 = Date.self.init()
    let a25 = [Date(), .init(), .now]
    let a26: [Date] = [.init(), .now, Date ()]
    let a27 = ["a": Date()]
    let a28 = Date()...Date.distantFuture
    let a29 = Date.distantPast...(.now)
    let a30 = Date.distantPast..<Date()
    let a31 = { Date() }()
    let a32 = [1].map { _ in Date() }
    let a33 = [1].map { _ -> Date in .now }
    let a34 = [1].map { (x: Int) -> Date in return .now }
    func a35(_ x: Bool) -> Date { x ? .now : .init() }
    func a36(_ x: Bool) -> Date { if x { .now } else { .init() } }
    func a37(_ x: Int) -> Date { switch x { case 1: .now; case 2: Date(); default: .init() } }
    func a38(_ x: Date?) -> Date { x ?? .now }
    func a39(_ x: Date) -> Bool { x == .now || x < .now && .now > x }
    func a40(_ x: Date) -> Bool { x==Date.now }
    let a41 = Calendar.current.date(byAdding: .day, value: 1, to: .now)!
    let a42 = Calendar
      .current
      .timeZone
    let a43 = TimeZone.current.secondsFromGMT(for: Date())
    let a44 = [Calendar.current, .current, .autoupdatingCurrent]
    func a45() async throws { let n = Task.sleep(for:tolerance:clock:) as (Duration, Duration?, ContinuousClock) async throws -> Void; _ = n }
    func a46() async throws { try await Pause.sleep(for: .zero) }
    func a47() async throws { async let x: Void = Task.sleep(for: .zero); try await x }
    func a48() async { try? await Task.sleep(for: .milliseconds(100)) }
    func a49() { Task { try await Task.sleep(for: .seconds(1)); print("x") } }
    func a50() { Task.detached { try await Task.sleep(for: .seconds(1)) } }
    func a51() async throws { try await _Concurrency.Task.sleep(for: .seconds(1)) }
    func a52() async throws { try await Task.sleep(for: { .seconds(1) }()) }
    func a53() async throws { try await Task.sleep(for: .seconds("1".count)) }
    func a54() async throws { try await Task.sleep(for: .seconds(1) /* c */) }
    let a55 = CommandLine.arguments[0]
    func a57() -> Int { CommandLine.arguments.count }
    let a58 = URLSession.shared
    func a59(_ u: URL) async throws -> Data { try await URLSession.shared.data(from: u).0 }
    let a60 = NotificationCenter.default
    let a61 = Locale.preferredLanguages.first
    let a62 = Date(timeIntervalSinceNow: -60)
    let a63 = Date(timeIntervalSinceNow: 60 * 60)
    let a64 = Date.init(timeIntervalSinceNow:)
    let a65 = Date(timeIntervalSinceNow: .infinity).timeIntervalSinceNow
    let a66 = Date(  timeIntervalSinceNow: 1)
    let a67: Date = .init(timeIntervalSinceNow: 1)
    let a68 = Date(timeIntervalSinceNow /* c */ : 1)
    let a69 = Date.timeIntervalSinceReferenceDate
    let a70 = Date().timeIntervalSinceNow.description
    let a71 = [Date()].map(\.timeIntervalSinceNow)
    let a72 = Optional(Date())?.timeIntervalSinceNow
    let a73 = Date() .timeIntervalSinceNow
    let a74 = (Date() as Date).timeIntervalSinceNow
    extension Date {
      static var mine: Date { now }
      static var mine2: Date { self.now }
      static var mine3: Date { Self.now }
      static var mine4: Date { Self() }
      static var mine5: Date { .init() }
      static var mine6: Date { self.init() }
      var mine7: TimeInterval { timeIntervalSinceNow }
      var mine8: TimeInterval { self.timeIntervalSinceNow }
      var mine9: Bool { timeIntervalSinceNow < 0 && self.timeIntervalSinceNow < 1 }
      init(mine: Int) { self.init() }
      init(mineToo: Int) { self = .now }
      init(mineThree: Int) { self = Date() }
    }
    extension Calendar { static var mine: Calendar { current }; static var mine2: Calendar { .current } }
    struct A80<T> { let make: () -> T }
    nonisolated(unsafe) let a80 = A80(make: Date.init as () -> Date)
    nonisolated(unsafe) let a81 = A80 { Date() }
    func a82(_ d: @autoclosure () -> Date) -> Date { d() }
    let a83 = a82(Date())
    let a84 = a82(.now)
    @MainActor func a85() -> Date { Date() }
    @inlinable public func a86() -> Date { Date() }
    @inlinable public func a87(_ d: Date = .now) -> TimeInterval { d.timeIntervalSinceNow }
    public struct A88 { public var d = Date(); public init(d: Date = Date()) { self.d = d } ; @usableFromInline var e = Date() }
    @frozen public struct A89 { public var d = Date() }
    enum A90 { case a(Date); static func f() -> A90 { .a(.now) }; static func g() -> A90 { .a(Date()) } }
    protocol A91 { init() }
    extension Date: @retroactive Identifiable { public var id: TimeInterval { timeIntervalSince1970 } }
    func a92<T: A91>(_ t: T.Type) -> T { T() }
    extension Date: A91 {}
    let a93 = a92(Date.self)
    func a94(_ t: Date.Type) -> Date { t.init() }
    func a95(_ t: Date.Type) -> Date { t.now }
    let a96 = type(of: Date()).now
    @available(*, deprecated, message: "Date()") func a97() -> Date { Date() }
    let a98 = #"\#(Date()) \(Date())"#
    let a99 = """
      \(Date())
      \(Calendar.current) "\(UUID())"
      """
    let a100 = Date()/* c */.timeIntervalSince1970
    let a101 = /* c */Date()
    let a102 = Date(/* c */)
    let a103 = Date(
    )
    let a104 = 1 > 0 ? Date() : Date()
    let a105 = try! JSONEncoder().encode(Date())
    func a106(date: Date) {}
    func a107() { a106(date: .now); a106(date: .init()); a106(date:.now) }
    let a108: (Date, UUID) = (.now, .init())
    let a109 = Date?.some(.now)
    let a110 = Optional<Date>.init(.now)
    func a111() throws -> Date { throw A112(date: .now) }
    struct A112: Error { var date: Date = .now }
    func a113(_ d: Date) { switch d { case .now: break; case Date(): break; default: break } }
    func a114(_ d: Date) -> Bool { if case .now = d { true } else { false } }
    func a115(d: Date?) { guard let d = d ?? .now as Date? else { return }; _ = d }
    let a116: Date! = .now
    let a117 = [Date: Int](uniqueKeysWithValues: [(.now, 1)])
    var a118: Date { get { .now } set {} }
    nonisolated(unsafe) var a119: Date = .now { didSet { print(Date()) } }
    func a120(_ f: (Date) -> Void) { f(.now); f(Date()) }
    struct A121 { subscript(d: Date = .now) -> Date { .now } }
    let a122 = { (d: Date) in d }(.now)
    let a123 = Date.now.formatted(date: .long, time: .omitted)
    let a124 = Date .now
    let a127 = (try? Date()) ?? Date()
    let a128 = wait_(Date())
    func wait_(_ d: Date) -> Date { d }
    let a129 = Date() == Date() ? 1 : 0
    let a130 = [.now, Date()] as [Date]
    let a131 = UUID.init().uuidString
    let a132 = Set([UUID()])

    func b1(_ x: Date) -> Bool { guard .now > x else { return false }; return true }
    func b2(_ x: Date) -> Date { return.now }
    func b3(_ x: Date) -> Date { guard
      .now > x else { return .now }
      let y: Date =
        // the ( present
        .now
      return y
    }
    func b4(_ x: Date) -> Date {
      #if os(Linux)
        .now
      #else
        .now
      #endif
    }
    struct B5 { let date: Date; init(_ date: Date = .now) { self.date = date }; init(x: Int) { self.init(.now) }; init(y: Int) { self.init() } }
    func b6(_ x: [Date]) -> [Date] { x + [.now] + [Date()] }
    func b7() -> Date { let `return` = 1; _ = `return`; return
      .now }
    func b8(_ x: Date) -> Bool { !(.now > x) }
    func b9() -> [String: Date] { ["a":.now, "b": .now] }
    func b10() -> Date? { .now }
    func b11() -> Date { do { return try b12() } catch { return .now } }
    func b12() throws -> Date { try .init() }
    func b13() async -> Date { await .init() }
    func b14(_ x: Date...) {}
    func b15() { b14(.now, .init(), Date()) }
    func b16() -> Date { defer { _ = Date() }; return .now }
    func b17() -> some Equatable { Date() }
    func b18() -> any Equatable { Date.now }
    func b19(_ x: inout Date) { x = .now; x += Date().timeIntervalSinceNow }
    func b20() -> Double { Date().timeIntervalSinceNow * -1 }
    func b21() -> Date { switch Bool.random() { case true: .now; case false: .init() } }
    func b22() -> Date { let x = if true { Date.now } else { Date() }; return x }
    func b23() -> () -> Date { { .now } }
    func b24() -> Bool { Date() < .now }
    func b25() -> Bool { [Date()].contains { $0 < .now } }
    func b26() -> Date { ({ Date() })() }
    func b27() -> String { "\(Date(), default: "\(Date())")" + #"\#(Date.now)"# }
    func b28() -> TimeInterval { Date().timeIntervalSince(Date()) + Date.timeIntervalSinceReferenceDate }
    func b29() -> (Date, Date) { (Date(), .now) }
    let b30: @Sendable () -> Date = { .now }
    let b31: @Sendable () -> Date = { Date() }
    func b32() async throws { try await withThrowingTaskGroup(of: Void.self) { g in g.addTask { try await Task.sleep(for: .seconds(1)) }; try await g.waitForAll() } }
    @MainActor final class B33 { var d = Date(); func f() async throws { try await Task.sleep(for: .seconds(1)); d = .now } }
    func b34() async throws { try await Task
      .sleep(for: .seconds(1)) }
    func b35() async throws { try await Task.sleep(
      for: .seconds(1)
    ) }
    func b36(x: Date = .now.addingTimeInterval(1)) -> Date { x }
    func b37() -> Date { Calendar.current.startOfDay(for: .now) }
    func b38() -> [TimeZone] { [.current, .autoupdatingCurrent, TimeZone.current] }
    func b39() -> Locale { .current }
    func b40() -> Bool { Locale.current == .autoupdatingCurrent }
    struct B41: Codable { var id = UUID(); var at: Date = .now }
    enum B42: String { case now; static var d: Date { Date.now } }
    func b43() -> Date { typealias D = Date; return D() }
    func b44() -> Date { Foundation.Date.init() }
    extension B41 { static let shared = B41(id: .init(), at: .init()) }

    """####
}
