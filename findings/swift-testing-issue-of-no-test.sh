#!/usr/bin/env bash
# Swift Testing 6.3.1 (the toolchain's own): one issue that is recorded where no test is known, as in a detached task, is
# recorded once more for each suite that is serialized, and for each test with an issue handler, that runs at that moment. The
# run then counts 1, 2 or 3 issues for the same line. Whoever counts issues, or reads "with 3 issues", is misled.
#
# Seen on Linux x86-64: 1, 2, 3.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p Tests/Copies
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription
let package = Package(name: "Copies", targets: [.testTarget(name: "Copies")])
SWIFT

count() { # DECLARATION …
  {
    echo 'import Testing'
    printf '%s\n' "$@"
    echo '@Test func records() async throws {'
    echo '  try await Task.sleep(for: .milliseconds(500))'
    echo '  await Task.detached { Issue.record("told once") }.value'
    echo '}'
  } >Tests/Copies/Copies.swift
  swift test >output.txt 2>&1 || true
  grep -q 'Testing Library Version: 6.3.1' output.txt || { echo 'This is another version.' >&2; exit 1; }
  grep -c '↳ told once' output.txt
}

other='{ try await Task.sleep(for: .seconds(2)) }'
alone=$(count)
serialized=$(count "@Suite(.serialized) struct Beside { @Test func other() async throws $other }")
handled=$(count "@Test(.filterIssues { _ in true }) func one() async throws $other" \
  "@Test(.filterIssues { _ in true }) func two() async throws $other")
echo "alone: $alone; beside a serialized suite: $serialized; beside two tests with issue handlers: $handled"
[ "$alone $serialized $handled" = '1 2 3' ]
