#!/usr/bin/env bash
# Foundation of Swift 6.3.1 on Linux: `String.Encoding.macOSRoman` is not Mac OS Roman. In that, "é" is the byte 8E (as the
# table of the Unicode Consortium for the Mac says), here BC; and 8E is read as "±". The encoding that Core Foundation
# numbers zero, `String.Encoding(rawValue: 0x8000_0000)`, is the right one. Bodies of `charset=macintosh` need it.
#
# Seen on Linux x86-64: bc ± 8e é
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
swiftc --version 2>/dev/null | grep 'Swift version 6.3.1 ' >/dev/null || { echo 'This is another version.' >&2; exit 1; }
cat >main.swift <<'SWIFT'
import Foundation
for encoding in [String.Encoding.macOSRoman, String.Encoding(rawValue: 0x8000_0000)] {
  let bytes = "é".data(using: encoding).map { $0.map { String($0, radix: 16) }.joined() } ?? "none"
  print(bytes, String(data: Data([0x8E]), encoding: encoding) ?? "none")
}
SWIFT
swiftc main.swift -o program 2>/dev/null
seen=$(./program | paste -sd ' ')
echo "$seen"
[ "$seen" = 'bc ± 8e é' ]
