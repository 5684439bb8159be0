import Foundation
import GranaryKit
import TestSupport
import Testing

@Suite(
    "GranaryKit: exporting films in process",
    .temporaryFolder,
    .enabled(if: Tool.arePresent("ffmpeg", "ffprobe"), "FFmpeg's programs are not installed")
)
struct ExportTests {
    private var folder: URL { TemporaryFolder.current }
    private var target: URL { folder.appending(path: "out.mp4") }

    /// A film of 72 frames with 24 a second.
    private func film() throws -> URL {
        let url = folder.appending(path: "film.mp4")
        let input = ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=24:duration=3"]
        let output = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", url.path]
        _ = try #require(Tool("ffmpeg")).output(["-v", "error", "-nostdin"] + input + output)
        return url
    }

    private func settings(_ goal: CompressionProperties.Goal?) -> ExportSettings {
        var settings = ExportSettings(goal: goal)
        settings.encoderPreset = "ultrafast"
        return settings
    }

    /// Codec, width, height and number of frames, as ffprobe reads them.
    private func probe(_ url: URL) throws -> String {
        let entries = "stream=codec_name,width,height,nb_read_frames"
        let words = ["-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", entries]
        return try #require(Tool("ffprobe")).output(words + ["-of", "csv=p=0", url.path])
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test("a film is exported at its rate, and its length was estimated")
    func wholeFilm() async throws {
        let session = ExportSession(
            source: try film(),
            settings: settings(.averageBitRate(400_000)),
            engine: .inProcess
        )
        let plan = try await session.plan(for: target)
        #expect(plan.performsMultiplePasses && plan.maximumPasses > 1 && !plan.passesReason.isEmpty)
        let collector = Task { await session.progress.reduce(into: []) { $0.append($1) } }
        let exported = try await session.export(to: target)
        let progress: [ExportProgress] = await collector.value
        #expect(try probe(target) == "hevc,160,96,72")
        #expect(!exported.isVerified && exported.misses.isEmpty && exported.url == target)
        let byteCount = try #require(try target.resourceValues(forKeys: [.fileSizeKey]).fileSize)
        #expect(exported.byteCount == Int64(byteCount))
        #expect(abs(Double(plan.estimatedByteCount) / Double(byteCount) - 1) < 0.1)
        let fractions = progress.map(\.fractionCompleted)
        let last = try #require(fractions.last)
        #expect(fractions == fractions.sorted() && last > 0.5 && last <= 1)
        #expect(progress.last?.activity == "encode")
        #expect(try names == ["film.mp4", "out.mp4"])
        let again = await #expect(throws: GranaryError.self) {
            _ = try await session.export(to: folder.appending(path: "b.mp4"))
        }
        #expect(again?.code == .misuse)
    }

    @Test("a part is exported: exactly the frames that begin in it")
    func part() async throws {
        // 1/24 s has no finite decimal, as manifests write it.
        let part = TimeRange(start: MediaTime(value: 7, timescale: 24), end: MediaTime(value: 31, timescale: 24))
        let session = ExportSession(
            source: try film(),
            settings: settings(.constantRateFactor(30)),
            timeRange: part,
            engine: .inProcess
        )
        let exported = try await session.export(to: target)
        #expect(try probe(exported.url) == "hevc,160,96,24")
    }

    @Test("sound and title of a part are carried, and what cannot be carried is named")
    func sound() async throws {
        let film = folder.appending(path: "film.mov")
        let pictures = ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=24:duration=3"]
        let tones = ["-f", "lavfi", "-i", "sine=duration=3", "-f", "lavfi", "-i", "sine=frequency=880:duration=3"]
        let coding = ["-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-c:a:0", "aac", "-c:a:1", "pcm_mulaw"]
        let words = ["-v", "error", "-nostdin"] + pictures + tones + coding
        _ = try #require(Tool("ffmpeg")).output(words + ["-pix_fmt", "yuv420p", "-metadata", "title=Tones", film.path])
        let part = TimeRange(start: MediaTime(value: 1, timescale: 2), end: MediaTime(value: 2, timescale: 1))
        let session = ExportSession(
            source: film,
            settings: settings(.constantRateFactor(30)),
            timeRange: part,
            engine: .inProcess
        )
        let plan = try await session.plan(for: target)
        #expect(plan.losses.count == 1 && plan.losses.first?.contains("pcm_mulaw") == true, "\(plan.losses)")
        _ = try await session.export(to: target)
        let entries = ["-show_entries", "stream=codec_name:format_tags=title", "-of", "csv=p=0"]
        let printed = try #require(Tool("ffprobe")).output(["-v", "error"] + entries + [target.path])
        #expect(printed.split(separator: "\n") == ["hevc", "aac", "Tones"])
        // 1.5 s of sound: FFmpeg's decoder plays what the edit list says, within a packet of 1024 samples.
        let raw = folder.appending(path: "sound.raw")
        let decoding = ["-v", "error", "-nostdin", "-i", target.path, "-map", "0:a", "-f", "s16le", raw.path]
        _ = try #require(Tool("ffmpeg")).output(decoding)
        let samples = try Data(contentsOf: raw).count / 2
        #expect(abs(samples - 66_150) <= 2048, "\(samples) samples")
    }

    @Test("a preset and a box scale the pictures, and one pass has its reason")
    func box() async throws {
        var settings = settings(nil)
        settings.preset = .hevc1920x1080
        (settings.maximumWidth, settings.maximumHeight) = (80, 80)
        let session = ExportSession(source: try film(), settings: settings, engine: .inProcess)
        let plan = try await session.plan(for: target)
        #expect(!plan.performsMultiplePasses && plan.passesReason.contains("constant rate factor"))
        #expect(plan.estimateBasis.contains("excerpt") && plan.estimateUncertainty != nil)
        let exported = try await session.export(to: target)
        #expect(try probe(exported.url) == "hevc,80,48,72")
        let off = Double(plan.estimatedByteCount) / Double(exported.byteCount) - 1
        #expect(abs(off) < 0.5, "estimated \(plan.estimatedByteCount) of \(exported.byteCount) bytes")
    }

    @Test("an assistant chooses what the export would, and a reader converts to it")
    func assistant() throws {
        let reader = try MovieReader(url: film())
        var settings = ExportSettings(preset: .highestQuality)
        (settings.maximumWidth, settings.maximumHeight) = (120, 1000)
        settings.bitDepth = 10
        let properties = try SettingsAssistant(settings).properties(for: reader)
        #expect(properties.width == 120 && properties.height == 72 && properties.pixelFormat == .yuv420p10)
        #expect(properties.preset == "slow" && properties.goal == .constantRateFactor(18))
        #expect(properties.expectedFrameDuration == MediaTime(value: 1, timescale: 24))
        try reader.convertPictures(for: properties)
        let picture = try #require(try reader.nextPicture())
        #expect(picture.width == 120 && picture.height == 72 && picture.format == .yuv420p10)
    }

    @Test("settings that contradict the film or themselves are refused, all at once")
    func refusedSettings() async throws {
        let film = try film()
        func refusal(_ change: (inout ExportSettings) -> Void) async -> GranaryError? {
            var settings = settings(.averageBitRate(400_000))
            change(&settings)
            let session = ExportSession(source: film, settings: settings, engine: .inProcess)
            return await #expect(throws: GranaryError.self) { _ = try await session.export(to: target) }
        }
        let several = await refusal { ($0.encoderPreset, $0.bitDepth, $0.maximumPasses) = ("warp", 12, 99) }
        #expect(several?.code == .refusedProperty)
        for word in ["speed", "bitDepth", "passes.maximum"] { #expect(several?.cause.contains(word) == true) }
        #expect(await refusal { $0.maximumWidth = 100 }?.code == .refusedProperty)
        #expect(await refusal { $0.tolerance = -1 }?.code == .refusedProperty)
        #expect(await refusal { $0.goal = .meanPSNR(.nan) }?.code == .refusedProperty)
        #expect(await refusal { $0.goal = .constantRateFactor(99) }?.code == .refusedProperty)
        #expect(await refusal { $0.preset = .aerial }?.code == .refusedProperty)
        let metadata = await refusal { $0.dynamicMetadata = .keep }
        #expect(metadata?.code == .refusedProperty && metadata?.cause.contains("neither HDR10+ nor") == true)
        #expect(try names == ["film.mp4"])
    }

    @Test("a name that is taken, a missing folder and a missing film are refused before any work")
    func refusedFiles() async throws {
        let film = try film()
        func refusal(_ source: URL, _ target: URL, _ part: TimeRange? = nil) async -> GranaryError.Code? {
            let session = ExportSession(source: source, settings: settings(nil), timeRange: part, engine: .inProcess)
            return await #expect(throws: GranaryError.self) { _ = try await session.export(to: target) }?.code
        }
        #expect(await refusal(film, film) == .alreadyExists)
        #expect(await refusal(film, folder.appending(path: "no/out.mp4")) == .missing)
        #expect(await refusal(folder.appending(path: "no.mp4"), target) == .missing)
        let late = MediaTime(value: 9, timescale: 1)
        #expect(await refusal(film, target, TimeRange(start: late, end: late)) == .invalidTimeRanges)
        let after = TimeRange(start: late, end: MediaTime(value: 10, timescale: 1))
        #expect(await refusal(film, target, after) == .refusedProperty)
        #expect(try names == ["film.mp4"])
    }

    @Test("a cancelled export leaves no file, whenever it is cancelled", arguments: [0, 1, 40, 90, 140])
    func cancellation(_ reports: Int) async throws {
        let session = ExportSession(
            source: try film(),
            settings: settings(.averageBitRate(400_000)),
            engine: .inProcess
        )
        let export = Task { try await session.export(to: target) }
        if reports == 0 {
            session.cancel()
        } else {
            // A few milliseconds each: the export is in its analysis, in its encode, or finished.
            try await Task.sleep(for: .milliseconds(reports * 5))
            export.cancel()
        }
        let result = await export.result
        if case .failure(let error) = result {
            #expect((error as? GranaryError)?.code == .cancelled)
            #expect(try names == ["film.mp4"])
        } else {
            #expect(try names == ["film.mp4", "out.mp4"])
        }
    }
}
