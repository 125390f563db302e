import Foundation

/// Wraps `data` as gzip (RFC 1952) in blocks that are stored rather than compressed (RFC 1951, 3.2.4).
func gzip(_ data: Data) -> Data {
  let data = [UInt8](data)
  var result = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
  var start = 0
  repeat {
    let end = min(start + 0xFFFF, data.count)
    let length = UInt16(end - start)
    result.append(end == data.count ? 1 : 0)
    result.append(littleEndian: length)
    result.append(littleEndian: ~length)
    result.append(contentsOf: data[start..<end])
    start = end
  } while start < data.count
  result.append(littleEndian: crc32(data))
  result.append(littleEndian: UInt32(truncatingIfNeeded: data.count))
  return result
}

private func crc32(_ data: [UInt8]) -> UInt32 {
  ~data.reduce(~0) { crc, byte in
    (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }
}

extension Data {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
