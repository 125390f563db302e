#!/usr/bin/env bash
# Swift Testing 6.3.1 (the toolchain's own): the time of a parameterized test grows with more than the square of its cases,
# though each is empty. Four times as many took 28 times the processor time: 0.3 ms for each of 5,000, 2 ms for each of 20,000.
# Memory grows with them, as what an ended case has used is kept until all have begun. Many cases are better as several tests.
#
# Seen on Linux x86-64, two processors: 5,000 cases 1.4 s and 115 MB, 20,000 cases 40 s and 318 MB.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p Tests/Cases
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription
let package = Package(name: "Cases", targets: [.testTarget(name: "Cases")])
SWIFT
cat >Tests/Cases/Cases.swift <<'SWIFT'
import Testing
@Test(arguments: 0..<1) func one(_ number: Int) {}
@Test(arguments: 0..<5_000) func few(_ number: Int) {}
@Test(arguments: 0..<20_000) func many(_ number: Int) {}
SWIFT
swift build --build-tests >build.txt 2>&1 || { cat build.txt >&2; exit 1; }
swift test --skip-build --filter one 2>&1 | grep 'Testing Library Version: 6.3.1' >/dev/null ||
  { echo 'This is another version.' >&2; exit 1; }

# Prints the processor time of a test in hundredths of a second, and its peak of memory in MB.
cost() { # NAME
  python3 - "$1" <<'PYTHON'
import os, subprocess, sys
child = subprocess.Popen(["swift", "test", "--skip-build", "--filter", sys.argv[1]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
status, usage = os.wait4(child.pid, 0)[1:]
if status: sys.exit("The test failed.")
print(round(100 * (usage.ru_utime + usage.ru_stime)), usage.ru_maxrss // 1024)
PYTHON
}

read -r start _ < <(cost one)
read -r few few_memory < <(cost few)
read -r many many_memory < <(cost many)
echo "5,000 cases: $((few - start)) hundredths of a second, $few_memory MB; 20,000: $((many - start)), $many_memory MB"
[ $((many - start)) -gt $((8 * (few - start))) ]
