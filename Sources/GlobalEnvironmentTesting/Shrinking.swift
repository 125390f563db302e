/// Delta debugging, by Zeller and Hildebrandt: “Simplifying and isolating failure-inducing input” (2002).
enum Shrinking {

  /// Returns a smallest part of `elements`, which fail, that still fails: it passes without any one of its elements.
  static func smallest<Element>(of elements: [Element], _ fails: ([Element]) async -> Bool) async -> [Element] {
    var elements = elements
    var parts = 2
    while elements.count > 1, !Task.isCancelled {
      let size = (elements.count + parts - 1) / parts
      var smaller: [Element]?
      for start in stride(from: 0, to: elements.count, by: size) {
        let rest = Array(elements[..<start] + elements[min(start + size, elements.count)...])
        if !rest.isEmpty, await fails(rest) {
          smaller = rest
          break
        }
      }
      if let smaller {
        elements = smaller
        parts = max(parts - 1, 2)
      } else if size == 1 {
        break
      } else {
        parts = min(2 * parts, elements.count)
      }
    }
    return elements
  }
}
