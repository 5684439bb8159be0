import Foundation
import GranaryKit
import ISOMedia
import TestSupport
import Testing

/// The library's export with the real program.
@Suite("Exports by the library", .temporaryFolder)
struct ExportSessionTests {
    private var folder: URL { TemporaryFolder.current }
    private var target: URL { folder.appending(path: "out.mp4") }

    private func session(_ settings: ExportSettings) async throws -> ExportSession {
        ExportSession(
            source: try await TestFilm.short.url,
            settings: settings,
            timeRange: TimeRange(start: .zero, end: MediaTime(value: 2, timescale: 1)),
            engine: .program(at: try Program.url)
        )
    }

    @Test(
        "dynamic metadata is kept or measured by the program, and refused in process",
        .enabled(if: MetadataFilm.isPossible, "no ffmpeg")
    )
    func dynamicMetadata() async throws {
        let film = URL(filePath: try MetadataFilm.make(frames: 24))
        for (choice, hasUnits) in [(ExportSettings.DynamicMetadata.keep, true), (.measure, false)] {
            var settings = ExportSettings(goal: .constantRateFactor(30))
            (settings.encoderPreset, settings.dynamicMetadata) = ("ultrafast", choice)
            let output = folder.appending(path: "\(hasUnits).mp4")
            let session = ExportSession(source: film, settings: settings, engine: .program(at: try Program.url))
            #expect(try await session.export(to: output).isVerified)
            let movie = try MovieInspection.parse(FileSource(path: output.path))
            #expect((movie.tracks[0].video?.dolbyVision != nil) == hasUnits)
            #expect(movie.compatibleBrands.contains("cdm4"))
            let inProcess = ExportSession(source: film, settings: settings, engine: .inProcess)
            let error = await #expect(throws: GranaryError.self) { _ = try await inProcess.export(to: target) }
            #expect(error?.code == .refusedProperty && error?.cause.hasPrefix("an export in process has no") == true)
        }
    }

    @Test(
        "another dynamic range is converted by the program, and refused in process",
        .enabled(if: MetadataFilm.isPossible, "no ffmpeg")
    )
    func dynamicRange() async throws {
        let film = URL(filePath: try PQFilm.twoScenes())
        let ranges: [(ExportSettings.DynamicRange, String)] = [
            (.sdr, "bt709"), (.hlg, "arib-std-b67"), (.hdr10, "smpte2084"),
        ]
        let words = ["-select_streams", "v:0", "-show_entries", "stream=color_transfer", "-of", "csv=p=0"]
        for (range, transfer) in ranges {
            var settings = ExportSettings(goal: .constantRateFactor(30))
            (settings.encoderPreset, settings.dynamicRange) = ("ultrafast", range)
            let output = folder.appending(path: "\(transfer).mp4")
            let session = ExportSession(source: film, settings: settings, engine: .program(at: try Program.url))
            #expect(try await session.export(to: output).isVerified)
            let found = try FFmpeg.ffprobe(words + [output.path]).output
            #expect(found.hasPrefix(transfer), "\(found)")
            guard range != .hdr10 else { continue }
            let inProcess = ExportSession(source: film, settings: settings, engine: .inProcess)
            let error = await #expect(throws: GranaryError.self) { _ = try await inProcess.export(to: target) }
            #expect(error?.code == .refusedProperty && error?.cause.contains("does not convert colours") == true)
        }
    }

    @Test("a film is exported, verified, and alone in its folder")
    func wholeFilm() async throws {
        var settings = ExportSettings(goal: .averageBitRate(300_000))
        settings.encoderPreset = "ultrafast"
        let session = try await session(settings)
        let plan = try await session.plan(for: target)
        #expect(plan.performsMultiplePasses && plan.resolutions.contains { $0.key == "video.bitDepth" })
        let collector = Task { await session.progress.reduce(into: []) { $0.append($1) } }
        let exported = try await session.export(to: target)
        let progress: [ExportProgress] = await collector.value
        #expect(exported.isVerified)
        #expect(abs(Double(plan.estimatedByteCount) / Double(exported.byteCount) - 1) < 0.5)
        // A reader that is slower than the program misses reports, so which ones come before the last is open.
        let fractions = progress.map(\.fractionCompleted)
        #expect(fractions == fractions.sorted() && fractions.last == 1)
        #expect(progress.last?.activity == "finished")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.mp4"])
        let verdict = try await Program.granary("verify", target.path)
        #expect(verdict.code == 0)
    }

    @Test("a refused setting is an error with the program's words, and leaves no file")
    func refusal() async throws {
        let session = try await session(ExportSettings(preset: .aerial))
        let error = await #expect(throws: GranaryError.self) { _ = try await session.export(to: target) }
        #expect(error?.cause.contains("240") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
