// A program that links what a test does.
import Foundation
import Testing
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

print(URLRequest.self, Test.self, XCTestCase.self)
