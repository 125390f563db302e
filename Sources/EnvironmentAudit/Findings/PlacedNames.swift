extension Set<Finding> {
  /// Returns the findings, after a check of the text at their places; those of a macro get its name.
  ///
  /// - Throws: ``CannotAudit`` when a place is not in the text, or has another text.
  func placed(in source: SourceText, isSwift: Bool) throws -> Set<Finding> {
    var placed: Set<Finding> = []
    var ofMacros: [Place: Finding] = [:]
    for finding in self {
      guard let offset = source.offset(line: finding.line, column: finding.column), let rule = finding.rule else {
        throw CannotAudit(Self.misfit)
      }
      if rule.symbol.isOfCxx, source.isImported(at: offset) { continue }
      let name = source.text(offset..<source.endOfName(at: offset))
      if rule.symbol.isNamed(name) || source.bytes[offset] == UInt8(ascii: "`") {
        placed.insert(finding)
      } else if !isSwift {
        // Effects of a C macro are reported where the macro is used, one for each kind.
        var finding = finding
        if !name.isEmpty {
          finding.message = "\(rule.spelling), in the macro \(name), \(rule.effect.effect); use \(rule.replacement)"
        }
        let place = Place(line: finding.line, column: finding.column, kind: finding.kind)
        if let other = ofMacros[place], Finding.isBefore(other, finding) { continue }
        ofMacros[place] = finding
      } else {
        throw CannotAudit(Self.misfit)
      }
    }
    return placed.union(ofMacros.values)
  }

  private struct Place: Hashable {
    var line: Int
    var column: Int
    var kind: String
  }

  private static var misfit: String {
    "the index does not fit what is in it; a build has nothing to do then, so say swift package clean first"
  }
}

extension SourceText {
  /// Whether a name is only made known there: `using std::cout;` writes nothing.
  fileprivate func isImported(at offset: Int) -> Bool {
    let start = bytes[..<offset].lastIndex { ";{}\n".utf8.contains($0) }.map { $0 + 1 } ?? self.start
    return text(start..<offset).wholeMatch(of: /\s*using\s[\w\s:,]*/) != nil
  }
}

extension SymbolPath {
  /// Whether code that uses the symbol may have this name at its place: any name for an initializer, none for a subscript.
  fileprivate func isNamed(_ name: String) -> Bool {
    if baseName == "init" || isConstructorOfCxx { return !name.isEmpty }
    return name == baseName || Self.unnamed.contains(baseName) || baseName.hasPrefix("build")
  }

  /// Members that code uses without their names.
  private static let unnamed: Set = [
    "subscript", "operator", "callAsFunction", "dynamicallyCall", "wrappedValue", "projectedValue",
    "appendInterpolation",
    "appendLiteral", "makeIterator", "makeAsyncIterator", "next",
  ]
}
