import Foundation
import Glibc

/// Calls `body` with the address of a port on this machine.
func withLoopback<Value>(port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}

/// A socket that listens on a free port of this machine. The owner closes it.
public struct Listener: Sendable {
    public let descriptor: Int32
    public let port: Int

    public init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withLoopback(port: 0) { bind(descriptor, $0, $1) } == 0 && listen(descriptor, 8) == 0
        let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) } == 0
        }
        guard isBound, isNamed else { throw CocoaError(.fileReadUnknown) }
        self.descriptor = descriptor
        port = Int(UInt16(bigEndian: address.sin_port))
    }
}
