import Glibc
import Testing

/// A server on the loopback that must see no connection.
package final class LoopbackServer {
    /// The port that it listens on.
    package let port: UInt16
    private let descriptor: CInt

    /// Begins to listen on a port that is free.
    package init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        // Safe: the address is lent for the calls, with its own size.
        let result = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            guard let place = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return CInt(-1) }
            guard unsafe bind(descriptor, place, size) == 0, listen(descriptor, 128) == 0 else { return CInt(-1) }
            return unsafe getsockname(descriptor, place, &size)
        }
        try #require(result == 0)
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// Whether somebody has connected.
    package var hasConnection: Bool {
        // Nobody asks for the address of the peer.
        let peer = accept(descriptor, nil, nil)
        if peer >= 0 { close(peer) }
        return peer >= 0
    }
}
