import Foundation
import Glibc
import Testing

/// A connection to a server on the loopback, with full control over the bytes.
///
/// Waits happen on threads of their own, because server and tests share the few threads of tasks.
final class Wire: Sendable {
    /// An answer of the server.
    struct Reply {
        let status: Int
        let headers: [String: String]
        let body: String

        /// The body as an object of JSON.
        var object: [String: Any]? { try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] }
    }

    private let descriptor: CInt

    init(port: Int, receiveBuffer: CInt? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<CInt>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let descriptor = descriptor
        // Safe: the address is lent for the call, with its own size.
        let result = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe connect(
                descriptor,
                bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    /// Sends bytes; false if the other end does not take them.
    @discardableResult func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Reads until there are so many bytes, or they are enough, the other end closes, or the time is over.
    func read(
        seconds: Double = 20,
        bytes: Int = .max,
        until isEnough: (@Sendable (String) -> Bool)? = nil
    ) async -> String {
        await receive(seconds, bytes, isEnough).text
    }

    /// Reads until the other end closes; nil if it does not do so in two minutes.
    func readToEnd() async -> String? {
        let (text, isClosed) = await receive(120, .max, nil)
        return isClosed ? text : nil
    }

    private func receive(
        _ seconds: Double,
        _ bytes: Int,
        _ isEnough: (@Sendable (String) -> Bool)?
    ) async -> (text: String, isClosed: Bool) {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [descriptor] in
                var all: [UInt8] = []
                var piece = [UInt8](repeating: 0, count: 1 << 16)
                var isClosed = false
                let end = Date.now.addingTimeInterval(seconds)
                while Date.now < end, all.count < bytes, !isClosed {
                    if let isEnough, isEnough(String(decoding: all, as: UTF8.self)) { break }
                    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    guard unsafe poll(&request, 1, 20) > 0 else { continue }
                    let count = unsafe piece.withUnsafeMutableBytes {
                        unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
                    }
                    if count <= 0 { isClosed = true } else { all += piece[..<count] }
                }
                continuation.resume(returning: (String(decoding: all, as: UTF8.self), isClosed))
            }
        }
    }

    /// Sends one request over a connection of its own, and reads the answer.
    static func ask(
        _ port: Int,
        _ method: String,
        _ path: String,
        _ headers: [String: String] = [:],
        body: String? = nil
    ) async throws -> Reply {
        let wire = try Wire(port: port)
        var fields = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
        if let body {
            fields["Content-Length"] = String(body.utf8.count)
            fields["Content-Type"] = "application/json"
        }
        fields.merge(headers) { $1 }
        let lines = fields.map { "\($0): \($1)\r\n" }.joined()
        // A server that refuses a body may close before it has all of it.
        let request = "\(method) \(path) HTTP/1.1\r\n\(lines)\r\n\(body ?? "")"
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                wire.send(request)
                continuation.resume()
            }
        }
        return try reply(await wire.read())
    }

    /// Reads an answer, also one in chunks.
    static func reply(_ text: String) throws -> Reply {
        let parts = try #require(text.firstRange(of: "\r\n\r\n"), "\(text.prefix(200))")
        let lines = text[..<parts.lowerBound].components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let pair = line.split(separator: ":", maxSplits: 1)
            headers[pair[0].lowercased()] = pair[1].trimmingCharacters(in: .whitespaces)
        }
        var body = Array(text[parts.upperBound...].utf8)
        if headers["transfer-encoding"] == "chunked" { body = unchunked(body) }
        let status = Int(lines[0].split(separator: " ")[1]) ?? 0
        return Reply(status: status, headers: headers, body: String(decoding: body, as: UTF8.self))
    }

    private static func unchunked(_ bytes: [UInt8]) -> [UInt8] {
        var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
        while let end = rest.firstIndex(of: 0x0D) {
            guard let count = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16), count > 0 else { break }
            let start = end + 2
            guard start + count <= rest.endIndex else { break }
            result += rest[start..<start + count]
            rest = rest[min(start + count + 2, rest.endIndex)...]
        }
        return result
    }
}
