nonisolated extension UsesEnvironment {

  /// Returns a copy in `environment`, the members that it declares included.
  ///
  /// ```swift
  /// let preview = feed.using(.mock)
  /// ```
  ///
  /// The original stays as it is. Objects that it refers to are changed for both; see the form for objects. A member that
  /// should have been declared, and was not, is an issue; see ``environmentMembers``.
  public func using(
    _ environment: Environment,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return Rebinding.rebind(self, to: EnvironmentScope(environment), place)
  }
}

nonisolated extension UsesEnvironment where Self: AnyObject {

  /// Changes the environment of this object to `environment`, and that of all objects that it holds, at any depth.
  ///
  /// ```swift
  /// controller.using(.mock)
  /// ```
  ///
  /// Members that are values are changed where their type declares them; one that should have been declared, and was not,
  /// is an issue; see ``environmentMembers``. References back are followed, too, as if they were members. For a member
  /// that is an actor, only its own `env` changes. Call it where the members may be read, as it reads them all. Work that is
  /// already running stays in the old environment, which lives as long as the object.
  ///
  /// - Returns: The object itself.
  @discardableResult
  public func using(
    _ environment: Environment,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return Rebinding.rebind(self, to: EnvironmentScope(environment), place)
  }
}

// An extension of `Actor`, as the members of `UsesEnvironment` are on no actor.
extension Actor where Self: UsesEnvironment {

  /// Changes the environment of this actor to `environment`, and that of all objects that it holds, at any depth.
  ///
  /// - Returns: The actor itself.
  @discardableResult
  public func using(
    _ environment: Environment,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return Rebinding.rebind(self, to: EnvironmentScope(environment), place)
  }
}
