// Whoever writes stubs, moves time or records the network imports this module alone.
@_exported public import GlobalEnvironmentRecordings
@_exported public import GlobalEnvironmentStubs
@_exported public import GlobalEnvironmentTime
@_exported public import GlobalEnvironmentWire
