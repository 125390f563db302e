#!/usr/bin/env bash
# SwiftPM of Swift 6.3.1 (the toolchain's own): a package that is built in a scratch folder where another package was built
# before finds that one's modules, though neither depends on the other: `canImport` is true, and another branch is compiled.
# To build several packages in one place saves what they share; but not where one of them has a module with a name that
# others ask for.
#
# Seen on Linux x86-64: "alone" in a folder of its own, "with Telemetry" in the shared one.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
swift --version 2>/dev/null | grep 'Swift version 6.3.1' >/dev/null || { echo 'This is another version.' >&2; exit 1; }
mkdir -p First/Sources/Telemetry Second/Sources/Second
cat >First/Package.swift <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription
let package = Package(name: "First", targets: [.target(name: "Telemetry")])
SWIFT
echo 'public func send() {}' >First/Sources/Telemetry/Telemetry.swift
cat >Second/Package.swift <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription
let package = Package(name: "Second", targets: [.executableTarget(name: "Second")])
SWIFT
cat >Second/Sources/Second/main.swift <<'SWIFT'
#if canImport(Telemetry)
  print("with Telemetry")
#else
  print("alone")
#endif
SWIFT

own=$(swift run --package-path Second --scratch-path "$folder/own" 2>own.txt) || { cat own.txt >&2; exit 1; }
swift build --package-path First --scratch-path "$folder/shared" >first.txt 2>&1 || { cat first.txt >&2; exit 1; }
shared=$(swift run --package-path Second --scratch-path "$folder/shared" 2>shared.txt) || { cat shared.txt >&2; exit 1; }
echo "In a folder of its own: $own. In the one of another package: $shared."
[ "$own" = 'alone' ] && [ "$shared" = 'with Telemetry' ]
