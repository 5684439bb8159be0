import Foundation
import GranaryKit
import TestSupport
import Testing

@Suite("GranaryKit", .temporaryFolder)
struct LibraryTests {
    private func url(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

    private func code(_ body: () throws -> Void) -> GranaryError.Code? {
        #expect(throws: GranaryError.self, performing: body)?.code
    }

    @Test(
        "a film is encoded in several passes, and FFmpeg decodes its samples",
        .enabled(if: Tool.arePresent("ffprobe"), "FFmpeg's programs are not installed")
    )
    func passes() throws {
        let film = KitFilm(count: 240, cuts: [60, 130, 180])
        var properties = film.properties(.averageBitRate(300_000))
        properties.tolerance = 0.000_1
        let storage = MultiPassStorage(timeRange: film.timeRange)
        let silo = try FrameSilo(timeRange: film.timeRange)
        let session = try CompressionSession(properties, storage: storage)
        let passes = try film.encode(session, to: silo)
        #expect(passes.count >= 3)
        #expect(passes[0] == [film.timeRange] && passes[1] == [film.timeRange])
        let bits = try #require(session.sampleBits)
        #expect(bits == silo.byteCount * 8)
        #expect(abs(Double(bits) / 300_000 / film.timeRange.duration.seconds - 1) < 0.005)

        let format = try #require(session.formatDescription)
        var stream = format.annexB
        try silo.forEachSample { stream += try SampleFraming.annexB(fromLengthPrefixed: $0.bytes) }
        let path = url("film.hevc")
        try Data(stream).write(to: path)
        let entries = ["-show_entries", "stream=codec_name,nb_read_frames", "-of", "csv=p=0"]
        let printed = try #require(Tool("ffprobe")).output(["-v", "error", "-count_frames"] + entries + [path.path])
        #expect(printed.trimmingCharacters(in: .whitespacesAndNewlines) == "hevc,\(film.count)")
    }

    @Test("files that are not to be kept are gone after closing, and others stay")
    func options() throws {
        let film = KitFilm(count: 30)
        for isKept in [false, true] {
            let storage = MultiPassStorage(
                url: url("storage"),
                timeRange: film.timeRange,
                options: isKept ? .doNotDelete : []
            )
            let silo = try FrameSilo(url: url("silo"), timeRange: film.timeRange, options: isKept ? .doNotDelete : [])
            do {
                let session = try CompressionSession(film.properties(.averageBitRate(200_000)), storage: storage)
                try film.encode(session, to: silo)
            }
            storage.close()
            try silo.close()
            #expect(FileManager.default.fileExists(atPath: url("storage").path) == isKept)
            #expect(FileManager.default.fileExists(atPath: url("silo").path) == isKept)
            #expect(code { try silo.flush() } == .misuse)
        }
    }

    @Test("a storage that was kept continues, and refuses other properties")
    func continued() throws {
        let film = KitFilm(count: 96, cuts: [40])
        let properties = film.properties(.averageBitRate(250_000))
        func storage() -> MultiPassStorage {
            MultiPassStorage(url: url("storage"), timeRange: film.timeRange, options: .doNotDelete)
        }
        do {
            let session = try CompressionSession(properties, storage: storage())
            try session.beginPass()
            for frame in 0..<film.count { try session.encode(film.picture(frame)) { _ in } }
            #expect(try session.endPass { _ in }.timeRangesForNextPass == [film.timeRange])
        }
        var other = properties
        other.preset = "superfast"
        #expect(code { _ = try CompressionSession(other, storage: storage()) } == .mismatch)
        other = properties
        other.sourceIdentifier = "another film"
        #expect(code { _ = try CompressionSession(other, storage: storage()) } == .mismatch)
        let session = try CompressionSession(properties, storage: storage())
        #expect(session.pass == 1)
        #expect(code { _ = try CompressionSession(properties, storage: storage()) } == .inUse)
    }

    @Test("every property is listed, and refused outside its range with its name and its range")
    func properties() throws {
        let film = KitFilm(count: 1)
        let names = CompressionProperties.supported.map(\.name)
        #expect(Set(names).count == names.count)
        let members = Mirror(reflecting: film.properties(.averageBitRate(1))).children.compactMap(\.label)
        #expect(Set(members.map { $0 == "codes" ? "colour" : $0 }) == Set(names))
        let wrong: [(String, (inout CompressionProperties) -> Void)] = [
            ("width", { $0.width = 161 }), ("height", { $0.height = 0 }),
            ("expectedFrameDuration", { $0.expectedFrameDuration = .zero }),
            ("goal", { $0.goal = .averageBitRate(0) }), ("goal", { $0.goal = .constantRateFactor(52) }),
            ("goal", { $0.goal = .meanPSNR(99) }), ("goal", { $0.goal = .meanSSIM(1) }),
            ("preset", { $0.preset = "brisk" }), ("tune", { $0.tune = "brisk" }),
            ("maximumKeyFrameInterval", { $0.maximumKeyFrameInterval = 0 }),
            ("minimumKeyFrameInterval", { $0.minimumKeyFrameInterval = 251 }),
            ("temporalLevels", { $0.temporalLevels = 6 }), ("maximumPasses", { $0.maximumPasses = 0 }),
            ("tolerance", { $0.tolerance = -0.1 }), ("repeatableShare", { $0.repeatableShare = 1.1 }),
        ]
        for (name, change) in wrong {
            var properties = film.properties(.averageBitRate(100_000))
            change(&properties)
            let error = #expect(throws: GranaryError.self) { try CompressionSession(properties) }
            #expect(error?.code == .refusedProperty && error?.subject == name, "\(name): \(error?.description ?? "")")
            #expect(error?.remedy.hasPrefix("Valid values: ") == true)
        }
        var properties = film.properties(.averageBitRate(100_000))
        properties.encoderOptions = ["no-such-option": "1"]
        let session = try CompressionSession(properties)
        #expect(code { try session.beginPass() } == .refusedProperty)
    }

    @Test("a picture of the wrong size is refused, and a client's own error passes through")
    func errors() throws {
        struct Full: Error {}
        let film = KitFilm(count: 60)
        let time = GranaryKit.MediaTime(value: 1, timescale: 24)
        for (width, height, count) in [(3, 2, 9), (2, 2, 5), (0, 2, 0), (16_890, 2, 50_670), (2, -2, 6)] {
            let refused = code {
                _ = try GranaryKit.Picture(
                    format: .yuv420p8,
                    width: width,
                    height: height,
                    presentationTime: .zero,
                    duration: time,
                    bytes: [UInt8](repeating: 0, count: count)
                )
            }
            #expect(refused == .wrongFrame)
        }
        let session = try CompressionSession(film.properties(.averageBitRate(100_000)))
        try session.beginPass()
        #expect(throws: Full.self) {
            for frame in 0..<film.count { try session.encode(film.picture(frame)) { _ in throw Full() } }
            _ = try session.endPass { _ in throw Full() }
        }
        session.cancelPass()
    }

    @Test("a format description survives hvcC and the byte stream, and refuses what is not one")
    func formats() throws {
        let film = KitFilm(count: 4)
        let session = try CompressionSession(film.properties(.constantRateFactor(30)))
        try session.beginPass()
        var samples: [EncodedSample] = []
        for frame in 0..<film.count { try session.encode(film.picture(frame)) { samples.append($0) } }
        _ = try session.endPass { samples.append($0) }
        let format = try #require(session.formatDescription)
        #expect(try FormatDescription(hvcC: format.hvcC()) == format)
        #expect(try FormatDescription(annexB: format.annexB) == format)
        #expect(
            try FormatDescription(
                videoParameterSet: format.videoParameterSet,
                sequenceParameterSet: format.sequenceParameterSet,
                pictureParameterSet: format.pictureParameterSet
            ) == format
        )
        for sample in samples {
            let stream = try SampleFraming.annexB(fromLengthPrefixed: sample.bytes)
            #expect(SampleFraming.lengthPrefixed(fromAnnexB: stream) == sample.bytes)
        }
        let record = try format.hvcC()
        for length in 0..<record.count {
            #expect(code { _ = try FormatDescription(hvcC: Array(record.prefix(length))) } == .damaged)
        }
        #expect(code { _ = try FormatDescription(annexB: [0, 0, 1, 0x40, 1]) } == .damaged)
        #expect(code { _ = try SampleFraming.annexB(fromLengthPrefixed: [0, 0, 0, 9, 1]) } == .damaged)
    }

    @Test("times are exact fractions")
    func times() {
        #expect(MediaTime(value: 1, timescale: 2) == MediaTime(value: 2, timescale: 4))
        let half = MediaTime(value: 1, timescale: 2)
        #expect(MediaTime(value: 1, timescale: 3) + MediaTime(value: 1, timescale: 6) == half)
        #expect(MediaTime(value: 1, timescale: 3) < half)
        let range = TimeRange(start: .zero, end: MediaTime(value: 1, timescale: 1))
        #expect(range.contains(.zero) && !range.contains(range.end) && range.duration.seconds == 1)
    }

    @Test("capabilities name the encoder and its depths")
    func capabilities() {
        let found = EncoderCapabilities.current
        #expect(found.encoder.hasPrefix("x265") && found.bitDepths.contains(8) && found.maximumTemporalLevels >= 2)
    }

    @Test("the encoder's settings are known before the first frame, and an unknown option is refused there")
    func resolvedOptions() throws {
        let film = KitFilm(count: 1)
        var properties = film.properties(.averageBitRate(200_000))
        properties.maximumKeyFrameInterval = 77
        properties.encoderOptions = ["psy-rd": "1.5"]
        let options = try CompressionSession(properties).resolvedOptions()
        #expect(options["psy-rd"] == [1.5] && options["keyint"] == [77] && options["deblock"]?.count == 2)
        #expect(options["bitrate"] == nil)
        properties.preset = "slow"
        // x265's presets: 2 reference pictures at veryfast, 4 at slow.
        let slow = try CompressionSession(properties).resolvedOptions()
        #expect(options["ref"] == [2] && slow["ref"] == [4])
        properties.encoderOptions = ["no-such-option": "1"]
        #expect(code { _ = try CompressionSession(properties).resolvedOptions() } == .refusedProperty)
    }

    @Test(
        "a film whose size changes is finished and begun anew: both parts decode",
        .enabled(if: Tool.arePresent("ffprobe"), "FFmpeg's programs are not installed")
    )
    func changeOfFormat() throws {
        let film = KitFilm(count: 12)
        var properties = film.properties(.constantRateFactor(30))
        var stream: [UInt8] = []
        func add(_ sample: EncodedSample) throws {
            stream += try SampleFraming.annexB(fromLengthPrefixed: sample.bytes)
        }
        let first = try CompressionSession(properties)
        try first.beginPass()
        for frame in 0..<6 { try first.encode(try film.picture(frame)) { try add($0) } }
        let small = try Picture(
            format: .yuv420p8,
            width: 64,
            height: 48,
            presentationTime: film.time(6),
            duration: film.time(1) - film.time(0),
            bytes: Array(repeating: 90, count: PixelFormat.yuv420p8.byteCount(width: 64, height: 48))
        )
        #expect(code { try first.encode(small) { try add($0) } } == .wrongFrame)
        #expect(try !first.endPass { try add($0) }.furtherPassesRequested)
        stream = (try #require(first.formatDescription)).annexB + stream

        (properties.width, properties.height) = (64, 48)
        let second = try CompressionSession(properties)
        try second.beginPass()
        var rest: [UInt8] = []
        func addRest(_ sample: EncodedSample) throws {
            rest += try SampleFraming.annexB(fromLengthPrefixed: sample.bytes)
        }
        try second.encode(small) { try addRest($0) }
        _ = try second.endPass { try addRest($0) }
        stream += (try #require(second.formatDescription)).annexB + rest

        try Data(stream).write(to: url("film.hevc"))
        let words = ["-v", "error", "-show_entries", "frame=width,height", "-of", "csv=p=0", url("film.hevc").path]
        let sizes = try #require(Tool("ffprobe")).output(words).split(separator: "\n")
        #expect(sizes.count == 7 && sizes.last == "64,48" && Set(sizes.dropLast()).count == 1)
    }
}
