extension Environment {

  /// Returns a random integer that is at least the lower bound of `range` and less than its upper bound, each as likely.
  ///
  /// ```swift
  /// let die = Env.random(in: 1..<7)
  /// ```
  ///
  /// An empty range has no number to choose: this is an error, and returns its bound.
  public func random<Value: FixedWidthInteger>(
    in range: Range<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Value {
    guard !range.isEmpty else {
      reportNoChoice(in: "\(range)", SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
      return range.lowerBound
    }
    var generator = EnvironmentRandomNumberGenerator(bits: randomBits)
    return Value.random(in: range, using: &generator)
  }

  /// Returns a random integer in `range`, each as likely.
  ///
  /// ```swift
  /// let die = Env.random(in: 1...6)
  /// ```
  public func random<Value: FixedWidthInteger>(in range: ClosedRange<Value>) -> Value {
    var generator = EnvironmentRandomNumberGenerator(bits: randomBits)
    return Value.random(in: range, using: &generator)
  }

  /// Returns a random number that is at least the lower bound of `range` and less than its upper bound, evenly spread.
  ///
  /// An empty range has no number to choose, and an infinitely wide one no even spread: this is an error, and returns the
  /// lower bound.
  public func random<Value: BinaryFloatingPoint>(
    in range: Range<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Value where Value.RawSignificand: FixedWidthInteger {
    guard !range.isEmpty, (range.upperBound - range.lowerBound).isFinite else {
      reportNoChoice(in: "\(range)", SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
      return range.lowerBound
    }
    var generator = EnvironmentRandomNumberGenerator(bits: randomBits)
    return Value.random(in: range, using: &generator)
  }

  /// Returns a random number in `range`, evenly spread.
  ///
  /// An infinitely wide range has no even spread: this is an error, and returns the lower bound.
  public func random<Value: BinaryFloatingPoint>(
    in range: ClosedRange<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Value where Value.RawSignificand: FixedWidthInteger {
    guard (range.upperBound - range.lowerBound).isFinite else {
      reportNoChoice(in: "\(range)", SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
      return range.lowerBound
    }
    var generator = EnvironmentRandomNumberGenerator(bits: randomBits)
    return Value.random(in: range, using: &generator)
  }

  /// Returns the elements of `sequence` in a random order, each order as likely.
  public func shuffled<Elements: Sequence>(_ sequence: Elements) -> [Elements.Element] {
    var generator = EnvironmentRandomNumberGenerator(bits: randomBits)
    return sequence.shuffled(using: &generator)
  }

  /// Returns a random element of `collection`, each as likely; nil when it is empty.
  public func randomElement<Elements: Collection>(of collection: Elements) -> Elements.Element? {
    var generator = EnvironmentRandomNumberGenerator(bits: randomBits)
    return collection.randomElement(using: &generator)
  }

  private func reportNoChoice(in range: String, _ place: SourcePlace) {
    TestHooks.report("Env.random(in: \(range)) has nothing to choose from. Give it a range with some width.", at: place)
  }
}
