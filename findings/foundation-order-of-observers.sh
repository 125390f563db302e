#!/usr/bin/env bash
# Foundation of Swift 6.3.1 on Linux (swift-corelibs-foundation, the toolchain's own): a NotificationCenter calls the observers of one
# name in an order that has nothing to do with the order in which they were added, and that differs from run to run of the
# same program. Nothing promises an order; but code in which one observer prepares what the next one reads works for as long as
# it is lucky, and its test fails now and then.
#
# Seen on Linux x86-64: 20 runs of eight observers, at least two orders; none of the runs had the order of adding.
set -euo pipefail
swift --version 2>/dev/null | grep -q 'Swift version 6.3.1' || { echo 'This is another version.' >&2; exit 1; }
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cat >"$folder/main.swift" <<'SWIFT'
import Foundation

let center = NotificationCenter()
let name = Notification.Name("changed")
nonisolated(unsafe) var order = ""
let tokens = (1...8).map { number in
  center.addObserver(forName: name, object: nil, queue: nil) { _ in order += "\(number)" }
}
center.post(name: name, object: nil)
withExtendedLifetime(tokens) { print(order) }
SWIFT
swiftc "$folder/main.swift" -o "$folder/observers"
for _ in {1..20}; do "$folder/observers"; done | tee "$folder/seen.txt"
[ "$(sort -u "$folder/seen.txt" | wc -l)" -ge 2 ] || { echo 'The order was the same each time.' >&2; exit 1; }
if grep -qx 12345678 "$folder/seen.txt"; then echo 'They came in the order of adding.' >&2; exit 1; fi
