import Fuzzing
import TestSupport
import Testing

@Suite struct CorpusTests {
    /// A target with the name of one of its inputs.
    struct Entry: Sendable, CustomTestStringConvertible {
        var target: FuzzTarget
        var name: String

        var testDescription: String { "\(target.rawValue)/\(name)" }
        var bytes: [UInt8] { get throws { try Corpus.bytes(of: target.rawValue, name) } }
    }

    private static func entries() throws -> [Entry] {
        try FuzzTarget.allCases.flatMap { target in
            try Corpus.names(of: target.rawValue).map { Entry(target: target, name: $0) }
        }
    }

    @Test("every target has seeds")
    func seeds() throws {
        for target in FuzzTarget.allCases { #expect(try Corpus.names(of: target.rawValue).count > 2) }
    }

    @Test("every input of the corpus holds to what its target promises", arguments: try entries())
    func whole(_ entry: Entry) throws {
        try entry.target.run(try entry.bytes)
    }

    @Test("so does its beginning, and so does the rest with a byte of it changed", arguments: try entries())
    func damaged(_ entry: Entry) throws {
        let bytes = try entry.bytes
        let places = entry.target.isSlow ? 2 : entry.target == .manifest ? 16 : 64
        for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / places)) {
            try entry.target.run(Array(bytes[..<place]))
            var changed = bytes
            changed[place] ^= 1 << (place % 8)
            try entry.target.run(changed)
            changed[place] = 0xFF
            try entry.target.run(changed)
        }
    }
}
