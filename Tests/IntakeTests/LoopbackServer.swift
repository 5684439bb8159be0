import Foundation
import Glibc
import Synchronization

/// A server on the loopback interface that counts connections and closes them.
final class LoopbackServer: Sendable {
    /// The port that it listens on.
    let port: Int
    private let descriptor: Int32
    private let count = Atomic(0)

    /// Starts it on a free port.
    init?() {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Safe: the address is ours, and has the size that is given.
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard descriptor >= 0, isBound else { return nil }
        self.descriptor = descriptor
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in
            while true {
                let guest = accept(descriptor, nil, nil)
                guard guest >= 0 else { return }
                count.add(1, ordering: .relaxed)
                close(guest)
            }
        }
    }

    /// Number of connections, after it has stopped.
    func stop() -> Int {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
        return count.load(ordering: .relaxed)
    }

    /// Connects to it, as a film must not.
    func connect() -> Bool {
        let guest = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(guest) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        // Safe: the address is ours, and has the size that is given.
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(guest, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        // The server closes the connection after it has counted it.
        var byte: UInt8 = 0
        let count = unsafe recv(guest, &byte, 1, 0)
        return isConnected && count <= 0
    }
}
