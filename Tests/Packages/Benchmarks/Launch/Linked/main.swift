// The same, and this package's support for tests.
import Foundation
import GlobalEnvironmentTesting
import Testing
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

print(URLRequest.self, Test.self, XCTestCase.self)
// Not printed: to find out how, Swift looks at each conformance in the process, for each type.
withExtendedLifetime(EnvironmentTestCase.self) {}
