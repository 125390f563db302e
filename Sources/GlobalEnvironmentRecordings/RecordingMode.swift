/// When a recording asks the real network, and when it answers by itself.
///
/// The environment variable `ENV_RECORDINGS` sets the mode of all recordings of a run: `all`, `new` or `once`. Where it is
/// `locked`, as it should be on a build server, no mode asks the network or writes a file: a request that needs either is an
/// error.
///
/// A file belongs to the process that records to it, until that ends. For another one it is an error to record to it, which
/// names that process; reading is none.
public enum RecordingMode: Sendable {
  /// Records when there is no file yet; from then on the file answers.
  ///
  /// A file that another recording of this process may add to is recorded further, so that several tests may share it.
  case once
  /// Answers what the file has, and records the rest.
  case newEpisodes
  /// Only answers: the network is not asked.
  case none
  /// Records everything again. Entries from before this process are removed when the first new one is written.
  case all
}
