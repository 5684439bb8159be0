import Foundation
import ISOMedia
import Intake
import Media
import Storage
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import Worker

/// Films whose colours are converted.
@Suite("Colours of a film", .temporaryFolder, .enabled(if: MetadataFilm.isPossible, "no ffmpeg"))
struct ColourJobTests {
    private static let sdr = ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
    private static let hlg = ColourDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: false)

    private func job(_ target: ColourDescription, _ toneMap: ToneMap? = nil, ranges: Int = 2) throws -> SmallJob {
        let film = try PQFilm.twoScenes()
        let source = ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
        let terms = try #require(ColourConversion.Terms(from: source, to: target, toneMap: toneMap))
        return try SmallJob(ranges: ranges, converting: terms, sound: .none, made: film) { settings in
            settings.colour = target
            (settings.masteringDisplay, settings.contentLight) = (nil, nil)
        }
    }

    /// The first luma sample of a frame of a film, and the last one of its first row.
    private func corners(_ path: String, frame: Int) throws -> (left: Int, right: Int) {
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let pictures = try FilmReader(source: source).pictures(in: frame..<frame + 1)
        let picture = try #require(try pictures.next())
        func sample(_ x: Int) -> Int { Int(picture.storage[2 * x]) | Int(picture.storage[2 * x + 1]) << 8 }
        return (sample(0), sample(picture.size.width - 1))
    }

    @Test("light has the values of the formulas in the film, whose tags are those of its colours")
    func light() throws {
        // 92.25 cd/m²: 64 + 876 (92.25 / 203)^(1 / 2.4) in SDR; by BT.2100 in HLG. 994 cd/m² is white, or nearly.
        for (target, toneMap, grey, bright) in [
            (Self.sdr, ToneMap.clip, 694.6, 940.0), (Self.hlg, nil, 602.9, 939.1), (Self.sdr, .bt2446a, 523.6, 940),
        ] {
            let job = try job(target, toneMap)
            try job.encode(factor: 1)
            let mux = try job.mux()
            #expect(try job.findings(in: mux.path) == [])
            let movie = try MovieInspection.parse(FileSource(path: mux.path))
            #expect(movie.tracks[0].video?.colour == target)
            #expect(movie.tracks[0].video?.masteringDisplay == nil && movie.tracks[0].video?.contentLight == nil)
            let first = try corners(mux.path, frame: 3)
            #expect(abs(Double(first.left) - grey) < 2.5 && abs(Double(first.right) - grey) < 2.5, "\(first)")
            let second = try corners(mux.path, frame: 18)
            #expect(abs(second.left - 64) < 3 && abs(Double(second.right) - bright) < 3, "\(second)")
            let peak = try #require(job.plan.colours?.first?.peak)
            #expect(toneMap == .clip ? peak == 10_000 : abs(peak - 993.7) < 0.1)
            let verdict = try MovieCheck(path: mux.path, job: job.directory, source: job.source).verdict()
            #expect(verdict.findings == [] && (verdict.distance?.psnr ?? 0) > 45, "\(verdict)")
            let alone = try MovieCheck(path: mux.path, job: nil, source: job.source).verdict()
            #expect(alone.notCompared.contains { $0.contains("only its job knows how colours were converted") })
        }
    }

    @Test("a table that is damaged or gone is made again, with the same bytes", arguments: [true, false])
    func healed(isGone: Bool) throws {
        let job = try job(Self.sdr)
        let table = try #require(job.plan.colours?.first?.table)
        let path = table.path(in: job.directory.paths.passFolder(0))
        if isGone {
            try FileManager.default.removeItem(atPath: path)
        } else {
            var bytes = try Data(contentsOf: URL(filePath: path))
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: URL(filePath: path))
        }
        try job.encode()
        try Publication.verify(table, in: job.directory.paths.passFolder(0))
        #expect(try job.findings(in: job.mux().path) == [])
    }

    @Test("the pictures do not depend on the ranges in which they are read")
    func ranges() throws {
        let job = try job(Self.sdr)
        let site = try WorkSite(job.directory) { _ in }
        func pictures(_ ranges: [Range<Int>]) throws -> [[UInt8]] {
            let conversions = try site.conversions(to: job.job.encoder.size, job.plan)
            let reader = try FilmReader(source: job.source, outputs: conversions)
            return try ranges.flatMap { range in
                let pictures = try reader.pictures(in: range)
                return try range.map { _ in try #require(try pictures.next()).storage }
            }
        }
        let whole = try pictures([0..<24])
        #expect(try pictures([12..<24, 0..<5, 5..<12]) == Array(whole[12...]) + Array(whole[..<12]))
    }
}
