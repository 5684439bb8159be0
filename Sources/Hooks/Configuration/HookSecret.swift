import Platform

/// The key of a webhook's signatures.
package enum HookSecret {
    /// The key in a file: its bytes, without the line end behind them. At least 16, so that nobody guesses it.
    package static func key(at path: String) throws(HookFailure) -> [UInt8] {
        var bytes: [UInt8]
        do {
            bytes = try GuardedFile.bytes(of: path, isSecret: true, longest: 4096)
        } catch {
            switch error {
            case .missing: throw HookFailure("there is no secret file \(path)")
            case .refused(let cause, let remedy): throw HookFailure("secret file \(path): \(cause); \(remedy)")
            }
        }
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        guard bytes.count >= 16 else {
            throw HookFailure("secret file \(path): it has fewer than 16 bytes; write a longer key into it")
        }
        return bytes
    }
}

/// Why a message was not accepted.
package struct HookFailure: Error, Hashable {
    /// A sentence without a full stop.
    package let words: String

    init(_ words: String) { self.words = words }
}
