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

// MARK: Threads

public typealias mach_port_t = UInt32
public typealias mach_msg_type_number_t = UInt32
public typealias thread_flavor_t = UInt32
public typealias natural_t = UInt32
public typealias integer_t = Int32
public typealias kern_return_t = Int32

public let KERN_SUCCESS: Int32 = 0
public let THREAD_BASIC_INFO: Int32 = 3
public let TH_STATE_RUNNING: Int32 = 1
public let TH_STATE_UNINTERRUPTIBLE: Int32 = 4

public struct time_value_t {
  public var seconds: integer_t = 0
  public var microseconds: integer_t = 0
  public init() {}
}

public struct thread_basic_info {
  public var user_time = time_value_t()
  public var system_time = time_value_t()
  public var run_state: integer_t = 0
  public init() {}
}

/// It takes what `pthread_self()` of Linux returns, as two functions of that name would be ambiguous.
public func pthread_mach_thread_np(_ thread: UInt) -> mach_port_t { 0 }

public func thread_info(
  _ thread: mach_port_t, _ flavor: thread_flavor_t, _ info: UnsafeMutablePointer<integer_t>!,
  _ count: UnsafeMutablePointer<mach_msg_type_number_t>!
) -> kern_return_t { 0 }
