/// A platform that Linux stands for.
enum ApplePlatform: String, CaseIterable, Sendable {
  /// The one where programs start other programs.
  case macOS
  /// The ones where they do not: tvOS, watchOS and visionOS differ from it in nothing that this package asks.
  case iOS
}
