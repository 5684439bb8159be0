import Checksums
import HEVC
package import Media

/// Reads a file with dynamic HDR metadata, entry by entry, without ever holding all of it.
package struct MetadataFileReader {
    private let file: SourceFile
    private let kind: MetadataFile.Kind

    /// Bytes that are read at a time.
    private static let blockByteCount = 1 << 20

    /// Opens a file.
    init(_ kind: MetadataFile.Kind, path: String) throws(IntakeError) {
        do throws(IntakeError) {
            file = try SourceFile(path: path)
        } catch {
            var failure = error
            failure.attempted = "open the file of dynamic HDR metadata"
            throw failure
        }
        self.kind = kind
    }

    /// Passes on the payload of each entry, in order, and returns the description of the file.
    ///
    /// Throws `damaged` with the number of the entry that cannot be used, and the errors of `body`.
    func forEachEntry(_ body: ([UInt8]) throws -> Void) throws -> MetadataFile {
        let digest = SHA256Digest()
        var parser = Self.parser(of: kind)
        for offset in stride(from: 0, to: file.byteCount, by: Self.blockByteCount) {
            let count = Int(min(Int64(Self.blockByteCount), file.byteCount - offset))
            let block = try file.bytes(at: offset, count: count)
            // Safe: the bytes of an integer array are all initialised, and lent for the call only.
            digest.update(unsafe block.span.bytes)
            try parse { try parser.take(block, body) }
        }
        try parse { try parser.finish(body) }
        try file.requireSteady(isUntouched: true)
        return MetadataFile(
            kind: kind,
            path: file.path,
            byteCount: file.byteCount,
            contentHash: digest.finish()
        )
    }

    /// The payloads in the bytes of a file, which come in blocks. Throws if they are no such file.
    package static func payloads(in blocks: [[UInt8]], _ kind: MetadataFile.Kind) throws -> [[UInt8]] {
        var parser = parser(of: kind)
        var payloads: [[UInt8]] = []
        for block in blocks { try parser.take(block) { payloads.append($0) } }
        try parser.finish { payloads.append($0) }
        return payloads
    }

    private static func parser(of kind: MetadataFile.Kind) -> any MetadataFileParser {
        kind == .hdr10Plus ? HDR10PlusFileParser() : UnitFileParser()
    }

    /// Runs a step of the parser, and adds the file to its errors.
    private func parse(_ step: () throws -> Void) throws {
        do {
            try step()
        } catch let flaw as MetadataFileFlaw {
            throw IntakeError(
                .damaged,
                attempted: "read \(kind == .hdr10Plus ? "HDR10+" : "Dolby Vision") from a file",
                subject: file.path,
                cause: flaw.words,
                remedy: kind == .hdr10Plus
                    ? "make it again, as with: hdr10plus_tool extract FILM -o OUT.json"
                    : "make it again, as with: dovi_tool extract-rpu FILM -o OUT.bin"
            )
        }
    }
}

/// Why a file with metadata cannot be used.
struct MetadataFileFlaw: Error, Hashable {
    /// As in "entry 12 cannot be read: ...".
    let words: String

    /// About an entry, numbered from 0.
    init(entry: Int, _ cause: String) { words = "entry \(entry) \(cause)" }

    /// About the whole file.
    init(_ words: String) { self.words = words }
}

/// Finds the entries of a file in its bytes, which come in blocks.
protocol MetadataFileParser {
    /// Takes the next bytes, and passes on the payloads that end in them.
    mutating func take(_ block: [UInt8], _ body: ([UInt8]) throws -> Void) throws
    /// Takes the end of the file.
    mutating func finish(_ body: ([UInt8]) throws -> Void) throws
}
