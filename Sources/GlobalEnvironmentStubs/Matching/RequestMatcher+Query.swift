import GlobalEnvironmentWire

extension RequestMatcher {

  /// And the query has an item with this name and any value.
  ///
  /// Queries are read as servers do: `+` and `%20` are a space, `%2B` is a plus.
  public func query(_ name: String) -> RequestMatcher {
    and("query \(name)") {
      $0.query[name] != nil
    } mismatch: { _ in
      "query \(name) is missing"
    }
  }

  /// And the query has an item with this name and this value; there may be others with that name.
  public func query(_ name: String, _ value: String) -> RequestMatcher {
    query([name: value])
  }

  /// And the query has at least these items, in any order: `.query(["page": "2", "tag": "a", "tag": "b"])`.
  public func query(_ items: KeyValuePairs<String, String>) -> RequestMatcher {
    query(FormItems(items), mayHoldMore: true, "query")
  }

  /// And the query has these items and no others, in any order.
  public func query(exactly items: KeyValuePairs<String, String>) -> RequestMatcher {
    query(FormItems(items), mayHoldMore: false, "query exactly")
  }

  private func query(_ wanted: FormItems, mayHoldMore: Bool, _ what: String) -> RequestMatcher {
    and("\(what) \(wanted)") {
      $0.query.difference(from: wanted, mayHoldMore: mayHoldMore, "query") == nil
    } mismatch: {
      $0.query.difference(from: wanted, mayHoldMore: mayHoldMore, "query") ?? ""
    }
  }
}
