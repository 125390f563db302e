#if canImport(Combine)
  public import Combine
  public import GlobalEnvironment

  extension GlobalEnvironment.EnvironmentDecoder: Combine.TopLevelDecoder {}
  extension GlobalEnvironment.EnvironmentEncoder: Combine.TopLevelEncoder {}
#elseif canImport(OpenCombine)
  public import GlobalEnvironment
  public import OpenCombine

  extension GlobalEnvironment.EnvironmentDecoder: OpenCombine.TopLevelDecoder {}
  extension GlobalEnvironment.EnvironmentEncoder: OpenCombine.TopLevelEncoder {}
#endif
