public import Foundation

// See EndpointAccess+Methods.swift.
nonisolated extension EndpointAccess where Members == AllEndpoints {

  // MARK: Formats

  /// Returns the style of a date, by the conventions of this environment.
  @_alwaysEmitIntoClient
  public func dateFormat(
    date: Date.FormatStyle.DateStyle? = nil, time: Date.FormatStyle.TimeStyle? = nil
  ) -> Date.FormatStyle {
    run { Env.dateFormat(date: date, time: time) }
  }

  /// Returns the style of a span between two dates, by the conventions of this environment.
  @_alwaysEmitIntoClient
  public func dateIntervalFormat(
    date: Date.IntervalFormatStyle.DateStyle? = nil, time: Date.IntervalFormatStyle.TimeStyle? = nil
  ) -> Date.IntervalFormatStyle {
    run { Env.dateIntervalFormat(date: date, time: time) }
  }

  /// Returns the style of a date as seen from the present moment of this environment.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @_alwaysEmitIntoClient
  public func relativeDateFormat(
    presentation: Date.RelativeFormatStyle.Presentation = .numeric,
    unitsStyle: Date.RelativeFormatStyle.UnitsStyle = .wide
  ) -> RelativeDateFormat {
    run { Env.relativeDateFormat(presentation: presentation, unitsStyle: unitsStyle) }
  }

  /// Returns `style` by the conventions of this environment.
  @_alwaysEmitIntoClient
  public func localized<Style: FormatStyle>(_ style: Style) -> Style {
    run { Env.localized(style) }
  }

  /// Returns a formatter for machines, set up by a closure, in the time zone of this environment.
  @_alwaysEmitIntoClient
  public func iso8601Formatter(
    _ configure: (inout EnvironmentISO8601Formatter) -> Void = { _ in }
  ) -> EnvironmentISO8601Formatter {
    run { Env.iso8601Formatter(configure) }
  }

  // MARK: Random

  /// Returns a random integer of `range`, drawn in this environment; an empty one is an error.
  @_alwaysEmitIntoClient
  public func random<Value: FixedWidthInteger>(
    in range: Range<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Value {
    run { Env.random(in: range, fileID: fileID, filePath: filePath, line: line, column: column) }
  }

  /// Returns a random integer of `range`, drawn in this environment.
  @_alwaysEmitIntoClient
  public func random<Value: FixedWidthInteger>(in range: ClosedRange<Value>) -> Value {
    run { Env.random(in: range) }
  }

  /// Returns a random number of `range`, drawn in this environment; an empty or infinite one is an error.
  @_alwaysEmitIntoClient
  public func random<Value: BinaryFloatingPoint>(
    in range: Range<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Value where Value.RawSignificand: FixedWidthInteger {
    run { Env.random(in: range, fileID: fileID, filePath: filePath, line: line, column: column) }
  }

  /// Returns a random number of `range`, drawn in this environment; an infinite one is an error.
  @_alwaysEmitIntoClient
  public func random<Value: BinaryFloatingPoint>(
    in range: ClosedRange<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Value where Value.RawSignificand: FixedWidthInteger {
    run { Env.random(in: range, fileID: fileID, filePath: filePath, line: line, column: column) }
  }

  /// Returns the elements of `sequence` in an order drawn in this environment.
  @_alwaysEmitIntoClient
  public func shuffled<Elements: Sequence>(_ sequence: Elements) -> [Elements.Element] {
    run { Env.shuffled(sequence) }
  }

  /// Returns an element of `collection` drawn in this environment; nil if there is none.
  @_alwaysEmitIntoClient
  public func randomElement<Elements: Collection>(of collection: Elements) -> Elements.Element? {
    run { Env.randomElement(of: collection) }
  }
}
