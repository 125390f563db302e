import GlobalEnvironmentMocks
import Testing

extension Trait where Self == ConditionTrait {
  /// For what depends on the moment at which a task goes on that has yielded.
  static var whereYieldsShow: Self {
    .enabled(if: Jobs.showYields, "The runtime's hooks do not show that a task has yielded.")
  }
}
