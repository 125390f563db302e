// The C library of Apple's platforms, as far as it differs from that of Linux in what this package uses. Written from the
// public documentation.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported import Glibc

public let F_SETNOSIGPIPE: Int32 = 73
public let F_GETNOSIGPIPE: Int32 = 74
public let SO_NOSIGPIPE: Int32 = 0x1022
public let SOCK_STREAM: Int32 = 1
public let RTLD_FIRST: Int32 = 0x100
public let RENAME_EXCL: Int32 = 4

public func renamex_np(_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>, _ flags: UInt32) -> Int32 { -1 }

extension stat {
  public var st_mtimespec: timespec { st_mtim }
}

/// A variable: Swift 6 lets nobody use it but through a module that is imported with `@preconcurrency`.
public var stdout: UnsafeMutablePointer<FILE>! = nil
