import Foundation
import HEVC
import ISOMedia
import Media
import Storage
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import Worker

@Suite("Films with buffer limits", .temporaryFolder, .enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
struct BufferJobTests {
    /// A film that declares its buffer, with three ranges, of which the first has two IDR pictures.
    private func job(bitsPerSecond: Int = 4_000_000, declares: Bool = true, levels: Int = 1) throws -> SmallJob {
        let job = try SmallJob { settings in
            settings.buffer = BufferLimits(bitsPerSecond: bitsPerSecond, bufferBits: bitsPerSecond / 16 * 16)
            settings.declaresBuffer = declares
            settings.temporalLevels = levels
            settings.keyFrameInterval = 8
        }
        try job.encode()
        return job
    }

    @Test("a film has correct buffer messages, also across the borders of ranges", arguments: [1, 2])
    func declared(levels: Int) throws {
        let job = try job(levels: levels)
        let mux = try job.mux()
        #expect(try job.findings(in: mux.path) == [])
        let film = try FilmUnderTest(path: mux.path)
        #expect(film.declaresBuffer)
        #expect(film.samples.count { $0.isSync } > 3, "ranges have periods inside, too")
        let (passage, findings) = FilmVerification(film).checkBuffer(
            try #require(job.job.encoder.buffer),
            ranges: job.plan.ranges.map(\.frames)
        )
        #expect(findings == [] && passage.isInTime && passage.parts.count == 3)
        let verdict = try MovieCheck(path: mux.path, job: nil, source: nil).verdict()
        #expect(verdict.findings == [])
        #expect(verdict.compared.contains { $0.hasPrefix("buffer messages of the stream") })
        #expect(mux.videoBits == film.samples.reduce(0) { $0 + $1.byteCount } * 8)
    }

    @Test(
        "the published sizes of access units equal those in the film, except for a byte or two in corrected messages"
    )
    func published() throws {
        for declares in [false, true] {
            let job = try job(declares: declares)
            let film = try FilmUnderTest(path: try job.mux().path)
            let units = try job.plan.ranges.flatMap {
                try #require(job.directory.result(pass: 1, range: $0.index)?.unitBits)
            }
            #expect(units.count == film.samples.count)
            for (bits, sample) in zip(units, film.samples) {
                let difference =
                    bits - sample.byteCount * 8 - (sample.isSync ? film.parameterSets.byteStreamCount * 8 : 0)
                #expect(declares && sample.isSync ? (0...64).contains(difference) : difference == 0)
            }
            try FileManager.default.removeItem(atPath: job.directory.path)
        }
    }

    @Test("a film that underflows its buffer is found, with the range")
    func overdrawn() throws {
        let job = try job(bitsPerSecond: 16_000)
        let findings = try job.findings(in: try job.mux().path)
        #expect(findings.contains { $0.contains("range 0 underflows the buffer") })
        #expect(findings.contains { $0.contains("after its removal") })
    }

    @Test("messages that were not corrected for the film are found")
    func unplaced() throws {
        let job = try job()
        _ = try job.mux()
        let findings = try job.findings(in: try job.stitch(job.samples().flatMap(\.self)))
        #expect(findings.contains { $0.contains("has an initial delay of 0 ticks") })
        #expect(findings.contains { $0.contains("which is not its decode time") })
    }

    @Test("a range that grew after its messages were written has wrong delays")
    func swapped() throws {
        let job = try job(bitsPerSecond: 1_000_000)
        let mux = try job.mux()
        var ranges = try job.samples()
        let film = try FilmUnderTest(path: mux.path)
        // The samples of the film with their messages; an SEI filler enlarges the last sample of the first range.
        for (range, planned) in job.plan.ranges.enumerated() {
            for (index, sample) in planned.frames.enumerated() {
                ranges[range][index].bytes = try film.bytes(of: sample)
            }
        }
        let filler = SupplementalMessage.unit([.init(payloadType: 4, payload: Array(repeating: 7, count: 60_000))])
        var bytes: [UInt8] = []
        filler.withRawSpan { NALUnitFraming.appendUnit($0, to: &bytes) }
        ranges[0][ranges[0].count - 1].bytes = bytes + ranges[0][ranges[0].count - 1].bytes
        let findings = try job.findings(in: try job.stitch(ranges.flatMap(\.self)))
        #expect(findings.contains { $0.contains("has an initial delay") })
    }
}
