/// How a report is written.
package enum OutputFormat: String, CaseIterable, Sendable {
  /// The form of a compiler's warnings.
  case text
  /// For programs.
  case json
  /// SARIF 2.1.0, for services that show findings beside the code.
  case sarif
  /// Commands of GitHub's workflows, which put findings beside the code of a pull request.
  case github

  /// Returns the text of a report.
  ///
  /// - Throws: An error of the encoder, for numbers that JSON does not have; none occurs here.
  package func text(of report: Report) throws -> String {
    switch self {
    case .text: textOutput(report)
    case .json: try jsonText(of: JSONOutput(report))
    case .sarif: try jsonText(of: SARIF(report))
    case .github: gitHubOutput(report)
    }
  }
}
