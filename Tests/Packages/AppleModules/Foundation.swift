// Foundation as Apple's platforms have it, as far as this package can tell the difference: one module, with the network and
// XML in it, and with other annotations than on Linux. Written from the public documentation; what is declared here hides what
// Linux has under the same name.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported import AppleDarwin
@_exported import Foundation
@_exported import FoundationNetworking
@_exported import FoundationXML

/// Not `Sendable`, as it is on Linux.
open class FileManager: NSObject {
  public typealias SearchPathDirectory = Foundation.FileManager.SearchPathDirectory
  public typealias SearchPathDomainMask = Foundation.FileManager.SearchPathDomainMask
  public typealias DirectoryEnumerator = Foundation.FileManager.DirectoryEnumerator

  open class var `default`: FileManager { fatalError() }
  open var temporaryDirectory: URL { fatalError() }
  open var currentDirectoryPath: String { fatalError() }
  open var homeDirectoryForCurrentUser: URL { fatalError() }

  open func urls(for directory: SearchPathDirectory, in domains: SearchPathDomainMask) -> [URL] { fatalError() }
  open func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
  open func contentsOfDirectory(at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?) throws -> [URL] {
    fatalError()
  }
  open func subpathsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
  open func enumerator(at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?) -> DirectoryEnumerator? {
    fatalError()
  }
  open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { fatalError() }
  open func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
  open func contents(atPath path: String) -> Data? { fatalError() }
  open func destinationOfSymbolicLink(atPath path: String) throws -> String { fatalError() }
  open func createSymbolicLink(at url: URL, withDestinationURL destination: URL) throws {}
  open func createSymbolicLink(atPath path: String, withDestinationPath destination: String) throws {}
  open func createFile(
    atPath path: String, contents data: Data?, attributes attr: [FileAttributeKey: Any]? = nil
  ) -> Bool { fatalError() }
  open func createDirectory(
    at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  open func createDirectory(
    atPath path: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  open func moveItem(atPath source: String, toPath destination: String) throws {}
  open func moveItem(at source: URL, to destination: URL) throws {}
  open func copyItem(atPath source: String, toPath destination: String) throws {}
  open func copyItem(at source: URL, to destination: URL) throws {}
  open func removeItem(atPath path: String) throws {}
  open func removeItem(at url: URL) throws {}
  open func fileExists(atPath path: String) -> Bool { fatalError() }
  open func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { fatalError() }
  open func isReadableFile(atPath path: String) -> Bool { fatalError() }
  open func isWritableFile(atPath path: String) -> Bool { fatalError() }
  open func isExecutableFile(atPath path: String) -> Bool { fatalError() }
}

/// Its `task` and `client` cannot be set, and its results may be left unused.
open class URLProtocol: NSObject {
  public init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {}
  public convenience init(task: URLSessionTask, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
    fatalError()
  }

  open var client: (any URLProtocolClient)? { fatalError() }
  open var request: URLRequest { fatalError() }
  open var cachedResponse: CachedURLResponse? { fatalError() }
  open var task: URLSessionTask? { fatalError() }

  open class func canInit(with request: URLRequest) -> Bool { fatalError() }
  open class func canInit(with task: URLSessionTask) -> Bool { fatalError() }
  open class func canonicalRequest(for request: URLRequest) -> URLRequest { fatalError() }
  open class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool { fatalError() }
  open func startLoading() {}
  open func stopLoading() {}
  @discardableResult open class func registerClass(_ protocolClass: AnyClass) -> Bool { fatalError() }
  open class func unregisterClass(_ protocolClass: AnyClass) {}
  open class func property(forKey key: String, in request: URLRequest) -> Any? { fatalError() }
  open class func setProperty(_ value: Any, forKey key: String, in request: NSMutableURLRequest) {}
}

public protocol URLProtocolClient: NSObjectProtocol, Sendable {
  func urlProtocol(_ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse)
  func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse)
  func urlProtocol(
    _ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy)
  func urlProtocol(_ protocol: URLProtocol, didLoad data: Data)
  func urlProtocolDidFinishLoading(_ protocol: URLProtocol)
  func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error)
}

public final class CFRunLoop {}

public func CFRunLoopGetCurrent() -> CFRunLoop! { nil }
public func CFRunLoopPerformBlock(_ loop: CFRunLoop!, _ mode: AnyObject!, _ block: (() -> Void)!) {}
public func CFRunLoopWakeUp(_ loop: CFRunLoop!) {}

public func CFGetTypeID(_ object: AnyObject) -> UInt { 0 }
public func CFBooleanGetTypeID() -> UInt { 0 }

#if !macOS
  /// There are no other programs to start.
  @available(*, unavailable) public enum Process {}
#endif
