extension String {
  /// The name of a module as Swift mangles it: after its length. Letters beyond ASCII come last, in Punycode (RFC 3492) with
  /// digits of Swift's own; see `Punycode.cpp` and `Mangler.h` of the Swift repository.
  var mangledModule: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return "\(utf8.count)\(self)" }
    let code = punycode
    // A digit or an underscore would be read as a part of the length.
    let isSafe = code.first.map { !$0.isNumber && $0 != "_" } ?? false
    return "00\(code.utf8.count)\(isSafe ? "" : "_")\(code)"
  }

  private var punycode: String {
    let scalars = unicodeScalars.map { Int($0.value) }
    var output = scalars.filter { $0 < 0x80 }.compactMap(UnicodeScalar.init).map(Character.init)
    let basicCount = output.count
    if basicCount > 0 { output.append("_") }
    var (next, delta, bias, handled) = (0x80, 0, 72, basicCount)
    while handled < scalars.count, let least = scalars.filter({ $0 >= next }).min() {
      delta += (least - next) * (handled + 1)
      next = least
      for scalar in scalars {
        if scalar < next { delta += 1 }
        guard scalar == next else { continue }
        var (rest, place) = (delta, 36)
        while true {
          let threshold = min(max(place - bias, 1), 26)
          if rest < threshold { break }
          output.append(Self.digit(threshold + (rest - threshold) % (36 - threshold)))
          rest = (rest - threshold) / (36 - threshold)
          place += 36
        }
        output.append(Self.digit(rest))
        bias = Self.bias(after: delta, handled + 1, isFirst: handled == basicCount)
        (delta, handled) = (0, handled + 1)
      }
      (delta, next) = (delta + 1, next + 1)
    }
    return String(output)
  }

  /// From 0 to 35: a…z and A…J.
  private static func digit(_ value: Int) -> Character {
    Character(UnicodeScalar(UInt8(value < 26 ? 97 + value : 65 + value - 26)))
  }

  private static func bias(after delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = delta / (isFirst ? 700 : 2)
    delta += delta / count
    var place = 0
    while delta > 455 {
      delta /= 35
      place += 36
    }
    return place + 36 * delta / (delta + 38)
  }
}
