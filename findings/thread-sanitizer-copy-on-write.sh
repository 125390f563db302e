#!/usr/bin/env bash
# The thread sanitizer of Swift 6.3.1 (the toolchain's own, Linux) does not see counts of references. Code that takes a copy of
# an array under a lock, reads it outside, and lets it go, is right: whoever changes the array later, under the lock, is its only
# owner by then, so it changes it in its place. The sanitizer calls that a race of the reading with the change.
# It is silent where the copy lives until its owner takes the lock once more.
#
# Seen on Linux x86-64: one warning, "Swift access race", exit status 66; with the second lock none, 0.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
swiftc --version 2>/dev/null | grep 'Swift version 6.3.1 ' >/dev/null || { echo 'This is another version.' >&2; exit 1; }
cat >main.swift <<'SWIFT'
import Foundation
// A mutex of POSIX, which the sanitizer knows.
final class Numbers: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var numbers = [Int](repeating: 1, count: 1_000)
  init() { pthread_mutex_init(mutex, nil) }
  func withLock<Result>(_ body: (inout [Int]) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&numbers)
  }
}
let numbers = Numbers()
let isKept = CommandLine.arguments.contains("kept")
func first() -> Int {
  let copy = numbers.withLock { $0 }
  defer { if isKept { numbers.withLock { _ in withExtendedLifetime(copy) {} } } }
  var first = 0
  copy.withUnsafeBufferPointer { first = $0[0] }
  return first
}
let reader = Thread {
  print("read", first())
  // Until the change has been made, so that the end of this thread is not what orders the two.
  sleep(3)
}
let writer = Thread {
  sleep(1)
  numbers.withLock { $0[0] += 1 }
}
reader.start()
writer.start()
sleep(4)
print("end", numbers.withLock { $0[0] })
SWIFT
swiftc -sanitize=thread -g main.swift -o program

run() { # WARNINGS STATUS ARGUMENT
  status=0
  ./program $3 >output.txt 2>&1 || status=$?
  warnings=$(grep -c 'WARNING: ThreadSanitizer: Swift access race' output.txt || true)
  echo "${3:-as it is}: $warnings warnings, exit status $status"
  grep -q '^end 2$' output.txt && [ "$warnings" = "$1" ] && [ "$status" = "$2" ]
}
run 1 66 ''
run 0 0 kept
