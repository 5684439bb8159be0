import Foundation
import Glibc
import HEVC
import Media
import TestSupport
import Testing

@testable import Worker

@Suite(.temporaryFolder)
struct FilmOutputTests {
    private let path = TemporaryFolder.current.appending(path: "film.mp4").path

    /// A piece whose bytes depend on its position.
    private func piece(_ count: Int, factor: Int = 31) -> FilmPiece {
        let blockCount = (count + FilmPiece.blockByteCount - 1) / FilmPiece.blockByteCount
        let piece = FilmPiece(blockCount: blockCount)
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* factor) >> 3) }
        #expect(bytes.withRawSpan { piece.append($0) } == count)
        return piece
    }

    private func content(of piece: FilmPiece) -> Data {
        piece.withBytes { bytes in
            // Safe: the span lends its bytes for the call.
            unsafe bytes.withUnsafeBytes { unsafe Data($0) }
        }
    }

    @Test("The last bytes of a film may end within a block")
    func lastBytes() throws {
        let (first, last) = (piece(8192), piece(4097, factor: 7))
        let output = try FilmOutput(creating: path, byteCount: 12_289)
        try first.withBytes { try output.write($0, at: 0) }
        try last.withBytes { try output.write($0, at: 8192) }
        try output.sync()
        #expect(try Data(contentsOf: URL(filePath: path)) == content(of: first) + content(of: last))
    }

    @Test("Bytes that do not begin at a block are written through the cache")
    func insideOfBlocks() throws {
        let (first, second) = (piece(5000), piece(8192, factor: 7))
        let output = try FilmOutput(creating: path, byteCount: 13_192)
        try second.withBytes { try output.write($0, at: 5000) }
        try first.withBytes { try output.write($0, at: 0) }
        try output.sync()
        #expect(try Data(contentsOf: URL(filePath: path)) == content(of: first) + content(of: second))
    }

    @Test("A file that cannot be written past the cache is written through the cache")
    func cacheOnly() throws {
        // A device that accepts all bytes, but cannot be written past the cache.
        let output = try FilmOutput(unsafe open("/dev/null", O_WRONLY), path: "/dev/null", byteCount: 8192)
        try piece(8192).withBytes { try output.write($0, at: 0) }
    }

    @Test(
        "A disk without space is an error with its folder and both sizes before a byte is written",
        .enabled(if: MemoryDisk.isPossible, "mounting a file system needs root and its rights")
    )
    func full() throws {
        let disk = try MemoryDisk("size=256k")
        let error = #expect(throws: WorkError.self) {
            try FilmOutput(creating: disk.url.path + "/.film.mp4.0123.partial", byteCount: 1_500_000)
        }
        #expect(error?.kind == .inputOutput && error?.subject == disk.url.path)
        #expect(
            error?.cause == "the disk of that folder has no space for its 1.50 MB: 262.1 kB are free",
            "\(error?.cause ?? "")"
        )
        #expect(error?.remedy.contains("another output") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path).isEmpty)
    }
}
