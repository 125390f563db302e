// What is hidden is named with `Secret`.
@_exported public import GlobalEnvironmentRedaction

/// The former name of `Secret`.
@available(*, deprecated, renamed: "Secret")
public typealias FlightSecret = Secret
