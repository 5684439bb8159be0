import Checksums
import Foundation
import HEVC
import Media
import Storage
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import Worker

@Suite(.temporaryFolder, .enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
struct MuxStageTests {
    @Test("A film stitched twice has the same bytes, and its record has their number and SHA-256")
    func twice() throws {
        let job = try SmallJob()
        try job.encode()
        let first = try job.mux()
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: first.path)))
        #expect(first.sha256 == bytes.withRawSpan { SHA256Digest.of($0) })
        #expect(first.byteCount == Int64(bytes.count))
        let second = try job.mux()
        #expect(second.sha256 == first.sha256)
        #expect(!FileManager.default.fileExists(atPath: job.job.outputPath), "there is no file with the final name yet")
    }

    @Test("A range whose parameter sets differ from the first one's is an error that names it")
    func otherParameterSets() throws {
        let job = try SmallJob(frames: 24, ranges: 3)
        try job.encode()
        try job.alterResult(range: 2) { $0.parameterSets?.pps.append(0) }
        let error = #expect(throws: WorkError.self) { _ = try job.mux() }
        #expect(error?.subject == "range 2")
        #expect(error?.cause.contains("range 0") == true)
    }

    @Test("A range without a silo is an error that names range and pass")
    func missingSilo() throws {
        let job = try SmallJob(frames: 24, ranges: 2)
        try job.encode()
        try job.alterResult(range: 1) { $0.silo = nil }
        let error = #expect(throws: WorkError.self) { _ = try job.mux() }
        #expect(error?.subject == "range 1, pass 1")
    }

    @Test("A silo with one flipped bit is not stitched, and no film is left", arguments: [[1], [1, 2]])
    func damagedSilo(ranges: [Int]) throws {
        let job = try SmallJob(frames: 24, ranges: 3)
        try job.encode()
        var first: PublishedFile?
        for range in ranges {
            let silo = try #require(try job.directory.result(pass: 1, range: range)?.silo)
            let path = silo.path(in: job.directory.paths.passFolder(1))
            var bytes = try Data(contentsOf: URL(filePath: path))
            bytes[bytes.count - 5000] ^= 4
            try bytes.write(to: URL(filePath: path))
            first = first ?? silo
        }
        let error = #expect(throws: StorageError.self) { _ = try job.mux() }
        #expect(error?.code == .wrongChecksum)
        #expect(try error?.subject.contains(#require(first).name) == true)
        try expectNoFilm(of: job)
    }

    @Test("A sample that differs from the stored one ends the stitching, and no film is left")
    func damagedSample() throws {
        let job = try SmallJob(frames: 24, ranges: 2)
        try job.encode()
        let sample = try #require(try job.samples()[1].max { $0.bytes.count < $1.bytes.count })
        let silo = try #require(try job.directory.result(pass: 1, range: 1)?.silo)
        let path = silo.path(in: job.directory.paths.passFolder(1))
        var bytes = try Data(contentsOf: URL(filePath: path))
        let place = try #require(bytes.range(of: Data(sample.bytes)))
        bytes[place.lowerBound + sample.bytes.count / 2] ^= 4
        try bytes.write(to: URL(filePath: path))
        // The record gets the checksum of the damaged file, so that only copying the sample finds the damage.
        let sha256 = [UInt8](bytes).withRawSpan { SHA256Digest.of($0) }
        try job.alterResult(range: 1) {
            $0.silo = PublishedFile(name: silo.name, sha256: sha256, byteCount: silo.byteCount)
        }
        let error = #expect(throws: StorageError.self) { _ = try job.mux() }
        #expect(error?.code == .damaged)
        #expect(error?.attempted.contains("frame \(sample.header.frame)") == true)
        try expectNoFilm(of: job)
    }

    private func expectNoFilm(of job: SmallJob) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path)
        #expect(!names.contains { $0.hasSuffix(".partial") })
        #expect(try job.directory.muxResult() == nil)
        #expect(!FileManager.default.fileExists(atPath: job.job.outputPath))
    }
}
