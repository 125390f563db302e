#if canImport(Combine)
  public import Combine
  public import GlobalEnvironment

  extension GlobalEnvironment.AnyDecoder: Combine.TopLevelDecoder {}
  extension GlobalEnvironment.AnyEncoder: Combine.TopLevelEncoder {}
#elseif canImport(OpenCombine)
  public import GlobalEnvironment
  public import OpenCombine

  extension GlobalEnvironment.AnyDecoder: OpenCombine.TopLevelDecoder {}
  extension GlobalEnvironment.AnyEncoder: OpenCombine.TopLevelEncoder {}
#endif
