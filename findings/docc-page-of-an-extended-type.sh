#!/usr/bin/env bash
# Swift-DocC, with its plugin 1.5.0 and the toolchain's own docc: a method that extends a type of another module, and that an
# article lists as its topic, has a page. The page of the extended type is left out then, as it has nothing left to list. But the
# page of the method still refers to it, also as what it is a part of, and the build says nothing with --warnings-as-errors: the
# way up that a reader sees above the method leads nowhere.
#
# Seen on Linux x86-64 with Swift 6.3.1: no page for /documentation/greetings/swift, nor for /documentation/greetings/swift/string.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/Sources/Greetings/Greetings.docc"; cd "$folder"
swift --version 2>/dev/null | grep 'Swift version 6.3.1' >/dev/null || { echo 'This is another version.' >&2; exit 1; }

cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.0
import PackageDescription
let package = Package(
  name: "Greetings",
  dependencies: [.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0")],
  targets: [.target(name: "Greetings")])
SWIFT
cat >Sources/Greetings/Greeting.swift <<'SWIFT'
/// A greeting.
public struct Greeting {}

extension String {
  /// The text as a greeting.
  public func greeting() -> Greeting { Greeting() }
}
SWIFT
cat >Sources/Greetings/Greetings.docc/Greetings.md <<'MARKDOWN'
# ``Greetings``

Greets.

## Topics

### Greeting

- ``Greeting``
- ``Swift/String/greeting()``
MARKDOWN

swift package --disable-sandbox generate-documentation --warnings-as-errors >log 2>&1 || { tail -n 20 log; exit 1; }
pages=$(find .build -path '*Greetings.doccarchive/data/documentation' -type d)
python3 - "$pages" <<'PYTHON'
import json, os, sys
pages = sys.argv[1]
method = json.load(open(f"{pages}/greetings/swift/string/greeting().json"))
urls = [reference.get("url", "") for reference in method["references"].values()]
referred = sorted(url for url in urls if url.startswith("/documentation/greetings/swift") and "greeting()" not in url)
missing = [url for url in referred if not os.path.exists(f"{pages}/{url.removeprefix('/documentation/')}.json")]
print("referred to:", referred)
print("without a page:", missing)
sys.exit(0 if missing == ["/documentation/greetings/swift", "/documentation/greetings/swift/string"] else 1)
PYTHON
