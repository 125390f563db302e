import Foundation

/// Where this package's own files are.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  static let templates = root.appending(component: "Templates")
  static let tests = root.appending(component: "Tests")
  static let packages = tests.appending(component: "Packages")
  static let consumers = packages.appending(component: "Consumers")
}
