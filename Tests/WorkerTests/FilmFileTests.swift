import Checksums
import Foundation
import Glibc
import HEVC
import Media
import TestSupport
import Testing

@testable import Worker

@Suite(.temporaryFolder)
struct FilmFileTests {
    private let path = TemporaryFolder.current.appending(path: "new/folder/film.mp4").path

    @Test("A file of many pieces has the bytes that were written and the returned SHA-256")
    func rereads() throws {
        var pieces: [[UInt8]] = []
        for number in 0..<40 {
            pieces.append([UInt8](repeating: UInt8(number), count: number * 40_000 + 1))
        }
        // Also with more bytes than one piece.
        pieces.append((0..<9_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let whole = pieces.flatMap(\.self)
        let file = try FilmFile(creating: path, byteCount: UInt64(whole.count))
        for piece in pieces { try file.write(piece) }
        let sha256 = try file.finish()
        let read = [UInt8](try Data(contentsOf: URL(filePath: path)))
        #expect(read == whole)
        #expect(sha256 == read.withRawSpan { SHA256Digest.of($0) })
    }

    @Test(
        "A film that ends at, before or after the end of a piece or a block is complete",
        arguments: [0, 1, 4095, 4096, 4097, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 9 << 20, (9 << 20) + 4097]
    )
    func ends(byteCount: Int) throws {
        let whole = (0..<byteCount).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 11) }
        let file = try FilmFile(creating: path, byteCount: UInt64(byteCount))
        for start in stride(from: 0, to: byteCount, by: 300_001) {
            try file.write(Array(whole[start..<min(start + 300_001, byteCount)]))
        }
        let sha256 = try file.finish()
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(whole))
        #expect(sha256 == whole.withRawSpan { SHA256Digest.of($0) })
    }

    @Test("A film never replaces an existing file: another process may be writing it")
    func refusesWhatExists() throws {
        let first = try FilmFile(creating: path, byteCount: 3)
        let error = #expect(throws: WorkError.self) { try FilmFile(creating: path, byteCount: 100) }
        #expect(error?.kind == .cannotCreate && error?.cause == "File exists")
        try first.write([7, 8, 9])
        _ = try first.finish()
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([7, 8, 9]))
    }

    /// A film on a device without space.
    private func fullDevice(byteCount: UInt64) throws -> FilmFile {
        let output = try FilmOutput(unsafe open("/dev/full", O_WRONLY), path: "/dev/full", byteCount: byteCount)
        return FilmFile(to: output, path: "/dev/full", byteCount: byteCount)
    }

    @Test("A film with fewer or more bytes than its layout is refused", arguments: [9, 11])
    func byteCountMismatch(count: Int) throws {
        let file = try FilmFile(creating: path, byteCount: 10)
        let error = #expect(throws: WorkError.self) {
            try file.write([UInt8](repeating: 0, count: count))
            _ = try file.finish()
        }
        #expect(error?.kind == .bug)
        #expect(error?.cause == "\(count) bytes were written instead of the 10 of the layout")
    }

    @Test("The error of a full disk names the folder and not the temporary file")
    func fullDisk() throws {
        try #require(FileManager.default.fileExists(atPath: "/dev/full"))
        let file = try fullDevice(byteCount: 10)
        let error = #expect(throws: WorkError.self) {
            try file.write([UInt8](repeating: 0, count: 10))
            _ = try file.finish()
        }
        #expect(error?.kind == .inputOutput)
        #expect(error?.subject == "/dev")
        #expect(error?.cause.contains("no space for its 10 bytes") == true)
    }

    @Test("A disk that becomes full stops the writing of a long film before its end")
    func fullDiskMeanwhile() throws {
        let piece = [UInt8](repeating: 0, count: 1 << 20)
        let file = try fullDevice(byteCount: 64 << 20)
        let error = #expect(throws: WorkError.self) { for _ in 0..<64 { try file.write(piece) } }
        #expect(error?.kind == .inputOutput)
    }

    @Test("A film that does not fit on the disk is refused before a byte is written, and leaves no file")
    func tooLargeForTheDisk() throws {
        let error = #expect(throws: WorkError.self) { try FilmFile(creating: path, byteCount: 1 << 50) }
        #expect(error?.kind == .inputOutput)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("A folder or a symbolic link with the film's name is refused")
    func notAFile() throws {
        let folder = TemporaryFolder.current.appending(path: "folder")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let target = TemporaryFolder.current.appending(path: "precious")
        try Data([1]).write(to: target)
        let link = TemporaryFolder.current.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        for place in [folder.path, link.path] {
            let error = #expect(throws: WorkError.self) { try FilmFile(creating: place, byteCount: 1) }
            #expect(error?.kind == .cannotCreate)
        }
        #expect(try Data(contentsOf: target) == Data([1]))
    }
}
