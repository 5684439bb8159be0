import Foundation
import ISOMedia
import Media
import Storage
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import Worker

@Suite(.temporaryFolder, .enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
struct FilmVerificationTests {
    private let job: SmallJob
    private let good: String

    init() throws {
        job = try SmallJob()
        try job.encode()
        good = try job.mux().path
    }

    @Test("A correct film has no findings, and all of its pictures are compared")
    func goodFilm() throws {
        #expect(try job.findings(in: good) == [])
        #expect(try job.directory.verifyResult(firstRange: 0)?.picturesCompared == 36)
        let again = try job.stitch(job.samples().flatMap(\.self))
        #expect(try Data(contentsOf: URL(filePath: again)) == Data(contentsOf: URL(filePath: good)))
    }

    @Test("Two swapped ranges are found")
    func swappedRanges() throws {
        let ranges = try job.samples()
        let (first, second) = (ranges[0], ranges[1])
        try #require(first.count == second.count)
        func replacing(_ samples: [StoredSample], by others: [StoredSample]) -> [StoredSample] {
            zip(samples, others).map { StoredSample(header: $0.header, bytes: $1.bytes) }
        }
        let film = try job.stitch(replacing(first, by: second) + replacing(second, by: first) + ranges[2])
        let findings = try job.findings(in: film)
        #expect(findings.contains("frame 0 decodes to a different picture than was encoded"))
        #expect(findings.contains("frame 12 decodes to a different picture than was encoded"))
        #expect(!findings.contains { $0.contains("frame 24 ") }, "the third range is in its place")
    }

    @Test("A dropped sample is found")
    func droppedSample() throws {
        var samples = try job.samples().flatMap(\.self)
        samples.remove(at: 17)
        let findings = try job.findings(in: try job.stitch(samples))
        #expect(findings.contains("the film has 35 frames, the source 36"))
    }

    @Test("A sample that is replaced by a copy of another one is found")
    func doubledSample() throws {
        var samples = try job.samples().flatMap(\.self)
        samples[17].bytes = samples[16].bytes
        #expect(try !job.findings(in: try job.stitch(samples)).isEmpty)
    }

    @Test("A sample of a superseded pass is found at every position")
    func supersededSample() throws {
        try job.encode(pass: 2, factor: 40)
        let accepted = try job.samples(pass: 1)[1]
        let superseded = try job.samples(pass: 2)[1]
        let (before, after) = (try job.samples()[0], try job.samples()[2])
        for (index, other) in superseded.enumerated() where other.header.frame == accepted[index].header.frame {
            var range = accepted
            range[index].bytes = other.bytes
            let findings = try job.findings(in: try job.stitch(before + range + after))
            let frame = other.header.frame
            #expect(
                findings.contains("frame \(frame) decodes to a different picture than was encoded"),
                "sample \(index)"
            )
        }
    }

    @Test("A flipped bit of slice data is found at every position")
    func flippedBit() throws {
        let ranges = try job.samples()
        for place in 0..<8 {
            var range = ranges[1]
            let sample = place * range.count / 8
            // After length, NAL unit header and slice header, and before the slice's last bits.
            let offset = 16 + (range[sample].bytes.count - 24) * (place + 1) / 10
            range[sample].bytes[offset] ^= 1 << UInt8(place)
            let findings = try job.findings(in: try job.stitch(ranges[0] + range + ranges[2]))
            #expect(findings.contains { $0.contains("frame") }, "bit \(place) of byte \(offset) of sample \(sample)")
        }
    }

    @Test("A composition offset that is one tick off is found")
    func wrongCompositionOffset() throws {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: good)))
        let type = try #require(bytes.firstRange(of: Array("ctts".utf8)))
        // Version and flags, number of entries, count and offset of the first entry: its last byte (14496-12 8.6.1.3).
        bytes[type.upperBound + 15] ^= 1
        let film = TemporaryFolder.current.appending(path: "offset.mp4")
        try Data(bytes).write(to: film)
        let findings = try job.findings(in: film.path)
        #expect(findings.contains { $0.contains("is presented at") }, "\(findings)")
    }

    @Test(
        "A film with impossible times in its edit list is refused",
        arguments: [(UInt64.max, -1), (1, Int64.min)] as [(UInt64, Int64)]
    )
    func impossibleEdits(duration: UInt64, mediaTime: Int64) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: good)))
        func place(of type: String) throws -> Int {
            try #require(bytes.firstRange(of: Array(type.utf8))).lowerBound - 4
        }
        func bigEndian(_ number: UInt64) -> [UInt8] {
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
        // Version 1 instead of version 0: one entry of 20 bytes instead of 12 (14496-12 8.6.6).
        let start = try place(of: "elst")
        let entry = bigEndian(duration) + bigEndian(UInt64(bitPattern: mediaTime)) + [0, 1, 0, 0]
        bytes.replaceSubrange(start + 8..<start + 28, with: [1, 0, 0, 0, 0, 0, 0, 1] + entry)
        for type in ["moov", "trak", "edts", "elst"] {
            let size = try place(of: type)
            let grown = bytes[size..<size + 4].reduce(0) { $0 << 8 | UInt64($1) } + 8
            bytes.replaceSubrange(size..<size + 4, with: bigEndian(grown).suffix(4))
        }
        let film = TemporaryFolder.current.appending(path: "edits.mp4")
        try Data(bytes).write(to: film)
        let error = #expect(throws: WorkError.self) { try FilmUnderTest(path: film.path) }
        #expect(error?.cause.contains("edit list") == true && error?.subject == film.path)
    }

    @Test("Two frames with swapped times are found")
    func exchangedTimes() throws {
        var samples = try job.samples().flatMap(\.self)
        let time = samples[15].header.presentationTime
        samples[15].header.presentationTime = samples[16].header.presentationTime
        samples[16].header.presentationTime = time
        let findings = try job.findings(in: try job.stitch(samples))
        #expect(findings.contains { $0.contains("has the time of another frame") }, "\(findings)")
        #expect(!findings.contains { $0.contains("is presented at") })
    }

    @Test("A missing audio packet is found")
    func missingPacket() throws {
        let film = try job.stitch(job.samples().flatMap(\.self)) { $0.remove(at: 5) }
        let count = job.source.audio[0].packetCount
        let findings = try job.findings(in: film)
        #expect(findings.contains("audio track 0 has \(count - 1) packets, \(count) in the source"))
        #expect(findings.contains { $0.hasPrefix("audio track 0: packet 5 at ") }, "\(findings)")
    }

    @Test("A film with a missing frame is found")
    func tooFew() throws {
        var samples = try job.samples().flatMap(\.self)
        let last = try #require(samples.indices.max { samples[$0].header.frame < samples[$1].header.frame })
        samples.remove(at: last)
        #expect(try job.findings(in: try job.stitch(samples)).contains("the film has 35 frames, the source 36"))
    }

    @Test("A film with a surplus frame is found")
    func tooMany() throws {
        var samples = try job.samples().flatMap(\.self)
        var extra = try #require(samples.last)
        let end = job.source.video.timeline.timeRange.end
        extra.header.decodeTime = end
        extra.header.presentationTime = end
        samples.append(extra)
        #expect(try job.findings(in: try job.stitch(samples)).contains("the film has 37 frames, the source 36"))
    }

    @Test("A film that is cut off at any place is refused or found")
    func truncated() throws {
        let whole = try Data(contentsOf: URL(filePath: good))
        for share in [0, 1, 4, 30, 60, 90, 99] {
            let film = TemporaryFolder.current.appending(path: "cut-\(share).mp4")
            try whole.prefix(whole.count * share / 100).write(to: film)
            do {
                #expect(try !job.findings(in: film.path).isEmpty, "\(share) % of it")
            } catch let error as any ExplainedError {
                #expect(error.subject.contains("cut-\(share).mp4"), "\(share) % of it: \(error)")
            }
        }
    }
}
