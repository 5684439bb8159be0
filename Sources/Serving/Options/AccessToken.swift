import Checksums
import Foundation
import Media
import Platform

/// The secret that clients must know: from a file that only its owner can read.
///
/// A browser that signed in has a session: a time with its code under the token. So the server keeps nothing, and a
/// session outlives the server, but not the token.
package struct AccessToken: Sendable {
    /// How long a session lasts, in seconds.
    static let sessionSeconds = 12 * 3600.0

    private let secret: String
    private var key: [UInt8] { Array(secret.utf8) }

    /// Creates a token. Precondition: it is not empty.
    init(_ secret: String) {
        precondition(!secret.isEmpty, "a token is not empty")
        self.secret = secret
    }

    /// Reads a token from a file: at least 32 characters without spaces, readable and writable by its owner alone.
    package init(file path: String) throws(ServeError) {
        func refusal(_ cause: String, _ remedy: String) -> ServeError {
            ServeError(attempted: "read the token", subject: path, cause: cause, remedy: remedy, kind: .usage)
        }
        let bytes: [UInt8]
        do {
            bytes = try GuardedFile.bytes(of: path, isSecret: true, longest: 4096)
        } catch {
            switch error {
            case .missing: throw refusal("there is no such file", "Check --token-file.")
            case .refused(let cause, let remedy): throw refusal(cause, remedy)
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard secret.count >= 32, secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw refusal(
                "a token is one line of at least 32 letters, digits and signs",
                "Make one: (umask 077; openssl rand -hex 32 >FILE)"
            )
        }
        self.secret = secret
    }

    /// Whether a client knows the token. Takes the same time for all texts of one length.
    func matches(_ given: String) -> Bool { KeyedDigest.isSame(given, secret, key: key) }

    /// A session that begins now.
    ///
    /// - Parameter seconds: the time, in seconds since 1970.
    func session(at seconds: Double) -> String {
        let end = String(Int(seconds + Self.sessionSeconds))
        return end + "." + code(end)
    }

    /// Whether a session is one of this token and has not ended.
    func isSession(_ text: String, at seconds: Double) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let end = Int(parts[0]), Double(end) > seconds else { return false }
        return KeyedDigest.isSame(parts[1], code(parts[0]), key: key)
    }

    private func code(_ end: String) -> String { HMACSHA256.of(Array("session until \(end)".utf8), key: key) }
}
