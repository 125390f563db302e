// A test target imports this one module and has the core and the mocks with it.
@_exported public import GlobalEnvironment
@_exported public import GlobalEnvironmentMocks
