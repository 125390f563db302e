/// A protocol class for one route.
///
/// A URL session shows a protocol nothing that identifies the session, on Linux not even headers. So each session has a
/// class of its own: a generic one, whose argument is the number of the route.
private final class RoutedProtocol<Number: RouteNumber>: StubProtocol {
  override class var target: ProtocolTarget? { SessionRoute.numbered(Number.value)?.target }
}

/// A number as a type, in binary digits: `Odd<Even<Odd<Zero>>>` is 5.
private protocol RouteNumber {
  static var value: Int { get }
}

private enum Zero: RouteNumber {
  static var value: Int { 0 }
}

private enum Even<Half: RouteNumber>: RouteNumber {
  static var value: Int { 2 * Half.value }
}

private enum Odd<Half: RouteNumber>: RouteNumber {
  static var value: Int { 2 * Half.value + 1 }
}

/// Returns the class for the route with this number, the same each time.
func routedProtocol(number: Int) -> StubProtocol.Type {
  func named<Number: RouteNumber>(_: Number.Type) -> StubProtocol.Type { RoutedProtocol<Number>.self }
  return named(typed(number))
}

private func typed(_ number: Int) -> any RouteNumber.Type {
  func even<Half: RouteNumber>(_: Half.Type) -> any RouteNumber.Type { Even<Half>.self }
  func odd<Half: RouteNumber>(_: Half.Type) -> any RouteNumber.Type { Odd<Half>.self }
  guard number > 0 else { return Zero.self }
  let half = typed(number / 2)
  return number.isMultiple(of: 2) ? even(half) : odd(half)
}
