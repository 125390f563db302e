extension Options {
  /// The text of `--help`.
  package static let help = """
    Finds what escapes the environment: each use of the clock, the network, chance and so on that does not go through Env.

    usage: swift package audit-environment [options]
           swift run --package-path path/to/GlobalEnvironment environment-audit [options]

    The first needs a package that depends on GlobalEnvironment; the second works in any package, and leaves it as it is.

    What is audited:
      --tests                   Audit test targets, too.
      --target NAME             Build and audit this target only; may be given several times.
      --dependency NAME         Audit what the package uses of this dependency instead.
      --exclude PATH            Leave out a file, a folder, or what a pattern such as Sources/*/Generated means.
      --without KIND,KIND       Leave out kinds of effects.
      --rules FILE              Add rules, of a file or of a library: async-http-client, crypto, nio, system.
                                The file .audit-environment of the package is read by itself.
      --list-rules              List all kinds and rules.
      --explain NAME            Show how rules spell this name, where it is used, and which rule it has.

    What is done:
      --fix                     Rewrite what is safe, and list the rest.
      --baseline FILE           Ignore what is in the baseline: only new findings fail.
      --write-baseline FILE     Write a baseline of what there is.
      --format FORMAT           text, json, sarif or github.
      --output FILE             Write there.

    Only with environment-audit:
      --package-path PATH       The package; without it, the one in the current folder.
      --scratch-path PATH       Where it is built; without it, in its .build.
      --skip-build              Read the index of its last build.
      --index-store-path PATH   Build nothing, and read this index: that of Xcode is in DerivedData, under
                                Index.noindex/DataStore. May be given several times.
      --sources PATH            What to audit by that index: a folder, a source file, a file with a path on each
                                line, or a compilation database. Without it, the current folder.
      --remap OLD=NEW           What paths in the index begin with, and what that is on this machine.

    A comment allows a place: // audit:allow clock – the reason; or a file: // audit:allow-file clock – the reason.
    Exit codes: 0 clean, 1 findings, 2 something could not be audited. swift package makes 1 of 2; environment-audit
    does not.

    """
}
