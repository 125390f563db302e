// Users import this module alone to write stubs, move time and record the network.
@_exported public import GlobalEnvironmentRecordings
@_exported public import GlobalEnvironmentRedaction
@_exported public import GlobalEnvironmentStubs
@_exported public import GlobalEnvironmentTime
@_exported public import GlobalEnvironmentWire
