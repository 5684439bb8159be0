import Foundation
import HEVC
import Media
import TestSupport
import Testing

@testable import ISOMedia

/// Our files as programs of other projects read them.
@Suite(
    .temporaryFolder,
    .enabled(if: Tool.arePresent("x265", "ffmpeg", "ffprobe"), "x265, ffmpeg or ffprobe is not there")
)
struct PeerTests {
    /// What ffprobe reads about a packet.
    private struct Packet: Decodable {
        var pts: Int64
        var dts: Int64
        var flags: String
        var hash: String

        enum CodingKeys: String, CodingKey {
            case pts, dts, flags
            case hash = "data_hash"
        }
    }

    private struct Packets: Decodable {
        var packets: [Packet]
    }

    private var folder: URL { TemporaryFolder.current }

    private func run(_ tool: String, _ arguments: String...) throws -> String { try run(tool, arguments) }

    private func run(_ tool: String, _ arguments: [String]) throws -> String {
        let outcome = try #require(Tool(tool)).run(arguments, in: folder)
        #expect(outcome.status == 0, "\(tool): \(outcome.errors)")
        #expect(outcome.errors == "", "\(tool) has something to say")
        return outcome.output
    }

    /// A file with audio that ffmpeg made.
    private func makeAudio(_ sine: String, _ options: [String], _ file: String) throws {
        _ = try run("ffmpeg", ["-v", "warning", "-f", "lavfi", "-i", "sine=" + sine] + options + ["-y", file])
    }

    private func packets(_ file: String, _ stream: String) throws -> [Packet] {
        let text = try run(
            "ffprobe",
            "-v",
            "warning",
            "-select_streams",
            stream,
            "-show_data_hash",
            "adler32",
            "-show_entries",
            "packet=pts,dts,flags,data_hash",
            "-of",
            "json",
            file
        )
        return try JSONDecoder().decode(Packets.self, from: Data(text.utf8)).packets
    }

    private func adler(_ bytes: [UInt8]) -> String {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        let text = String(b << 16 | a, radix: 16)
        return "adler32:" + String(repeating: "0", count: 8 - text.count) + text
    }

    /// The audio track that ffmpeg made, and its packets.
    private func sound(_ codec: String, seconds: Double) throws -> (AudioTrackConfiguration, [[UInt8]]) {
        try makeAudio(
            "frequency=440:sample_rate=48000:duration=\(seconds)",
            ["-ac", "2", "-c:a", codec, "-metadata:s:a:0", "language=deu"],
            "\(codec).mp4"
        )
        let source = try FileSource(path: folder.appending(path: "\(codec).mp4").path)
        let movie = try MovieInspection.parse(source)
        #expect(movie.findings == [])
        let track = try #require(movie.tracks.first)
        let format = try #require(track.audio)
        let edit = try #require(track.edits.first)
        let timescale = try #require(movie.timescale)
        var packets: [[UInt8]] = []
        for sample in try #require(track.samples) {
            packets.append(try source.read(at: sample.offset, count: Int(sample.byteCount)))
        }
        let configuration = AudioTrackConfiguration(
            codec: try #require(AudioCodec(named: codec)),
            configuration: format.configuration,
            sampleRate: format.sampleRate,
            channelCount: format.channelCount,
            language: try #require(track.media).language,
            timescale: 48000,
            presentedFrom: edit.mediaTime,
            presentedDuration: Int64(edit.duration) * 48000 / Int64(timescale)
        )
        return (configuration, packets)
    }

    /// Muxes a film with audio tracks into `out.mp4` or `out.mov`.
    private func mux(
        _ film: EncodedFilm,
        _ video: VideoTrackConfiguration,
        tick: Int64,
        _ sounds: [(AudioTrackConfiguration, [[UInt8]])] = [],
        container: MovieContainer = .mp4
    ) throws {
        var muxer = try MovieMuxer(
            MovieConfiguration(video: video, audio: sounds.map(\.0), container: container)
        )
        for (index, sample) in film.samples.enumerated() {
            var flags: SampleFlags = sample.unit.isIDR ? [.sync] : []
            if sample.unit.isIntra == true { flags.insert(.intra) }
            if sample.unit.isSubLayerNonReference { flags.insert(.disposable) }
            try muxer.appendVideo(
                byteCount: sample.bytes.count,
                decodeTick: Int64(index) * tick,
                duration: tick,
                compositionOffset: Int64(sample.shown - index) * tick,
                flags: flags,
                temporalLevel: sample.unit.temporalID,
                nalUnitType: sample.unit.nalUnitType.rawValue
            )
        }
        for (index, sound) in sounds.enumerated() {
            let duration: Int64 = sound.0.codec == .aac ? 1024 : 1536
            for packet in sound.1 { try muxer.appendAudio(track: index, byteCount: packet.count, duration: duration) }
        }
        let layout = try muxer.finish()
        var file = Data(layout.header)
        for chunk in layout.chunks {
            for sample in chunk.samples {
                file.append(
                    contentsOf: chunk.track == 0 ? film.samples[sample].bytes : sounds[chunk.track - 1].1[sample]
                )
            }
        }
        #expect(file.count == Int(layout.totalByteCount))
        try file.write(to: folder.appending(path: container == .mp4 ? "out.mp4" : "out.mov"))
    }

    private func checkVideo(_ film: EncodedFilm, tick: Int64, _ file: String = "out.mp4") throws {
        let packets = try packets(file, "v:0")
        #expect(packets.map(\.pts) == film.samples.map { Int64($0.shown) * tick })
        // FFmpeg moves decode times by the composition shift, so that none is later than its presentation.
        let shift = film.samples.enumerated().map { Int64($0.offset - $0.element.shown) * tick }.max() ?? 0
        #expect(packets.map(\.dts) == film.samples.indices.map { Int64($0) * tick - shift })
        #expect(packets.map(\.hash) == film.samples.map { adler($0.bytes) })
        #expect(packets.map { $0.flags.hasPrefix("K") } == film.samples.map(\.unit.isIDR))
        #expect(!packets.contains { $0.flags.contains("D") }, "the edit list discards pictures")
        let film = try MovieInspection.parse(FileSource(path: folder.appending(path: file).path))
        #expect(film.findings == [])
    }

    @Test("ffprobe and mediainfo read pictures, AAC, AC-3 and Enhanced AC-3 without warnings, with unchanged packets")
    func everything() throws {
        let pictures = SyntheticFilm(count: 60, cuts: [30])
        let film = try EncodedFilm(
            pictures,
            rate: "24:1",
            options: [
                "--preset", "ultrafast", "--bframes", "4", "--b-adapt", "0", "--b-pyramid", "--keyint", "25",
                "--no-open-gop",
            ],
            in: folder
        )
        #expect(film.samples.count == 60)
        #expect(Set(film.samples.map(\.shown)) == Set(0..<60))
        #expect(film.samples.contains { $0.shown < film.samples.firstIndex { $0.shown == 3 }! })
        let sounds = try ["aac", "ac3", "eac3"].map { try sound($0, seconds: 2.5) }
        var video = VideoTrackConfiguration(
            parameterSets: film.sets,
            size: pictures.size,
            timescale: 12288,
            constantRate: FrameRate(frames: 24, seconds: 1)
        )
        video.colour = ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
        video.language = "eng"
        try mux(film, video, tick: 512, sounds)
        try checkVideo(film, tick: 512)
        // In FFmpeg 5 the last packet of AC-3 lasts as long as the others, in FFmpeg 7 to the end of the audio.
        var durations: [String: String] = [:]
        for (index, codec) in ["aac", "ac3", "eac3"].enumerated() {
            let words = ["-show_entries", "stream=duration", "-of", "default=nw=1:nk=1", "\(codec).mp4"]
            durations[codec] = try run("ffprobe", ["-v", "error"] + words).trimmingCharacters(in: .newlines)
            let ours = try packets("out.mp4", "a:\(index)")
            let theirs = try packets("\(codec).mp4", "a:0")
            #expect(ours.count == sounds[index].1.count)
            #expect(ours.map(\.pts) == theirs.map(\.pts))
            #expect(ours.map(\.dts) == theirs.map(\.dts))
            #expect(ours.map(\.hash) == theirs.map(\.hash))
            #expect(ours.map(\.hash) == sounds[index].1.map(adler))
        }
        let streams = try run(
            "ffprobe",
            "-v",
            "warning",
            "-show_entries",
            "stream=codec_name,codec_tag_string,nb_frames,r_frame_rate,channels,duration:stream_tags=language",
            "-of",
            "compact=p=0:nk=1",
            "out.mp4"
        )
        let lines = streams.split(separator: "\n").map { $0.hasSuffix("|") ? String($0.dropLast()) : String($0) }
        #expect(
            lines == [
                "hevc|hvc1|24/1|2.500000|60|eng", "aac|mp4a|2|0/0|\(durations["aac"]!)|119|deu",
                "ac3|ac-3|2|0/0|\(durations["ac3"]!)|79|deu", "eac3|ec-3|2|0/0|\(durations["eac3"]!)|79|deu",
            ]
        )
        if Tool("mediainfo") != nil {
            let report = try run("mediainfo", "--Output=JSON", "--Full", "out.mp4")
            for word in ["IsTruncated", "Conformance", "rror"] { #expect(!report.contains(word)) }
            for field in [
                "\"CodecID\":\"hvc1\"", "\"FrameCount\":\"60\"", "\"FrameRate_Mode\":\"CFR\"",
                "\"CodecID\":\"mp4a-40-2\"",
                "\"CodecID\":\"ac-3\"", "\"CodecID\":\"ec-3\"", "\"Language\":\"de\"", "\"IsStreamable\":\"Yes\"",
            ] {
                #expect(report.replacing(" ", with: "").contains(field), "\(field)")
            }
        }
    }

    @Test(
        "libde265 and FFmpeg decode the same pictures from the file",
        .enabled(if: Tool.arePresent("libde265-dec265"), "libde265-dec265 is not there")
    )
    func decoders() throws {
        let pictures = SyntheticFilm(count: 30)
        let film = try EncodedFilm(
            pictures,
            rate: "24:1",
            options: ["--preset", "superfast", "--keyint", "12"],
            in: folder
        )
        let video = VideoTrackConfiguration(parameterSets: film.sets, size: pictures.size, timescale: 24)
        try mux(film, video, tick: 1)
        let source = try FileSource(path: folder.appending(path: "out.mp4").path)
        let track = try #require(try MovieInspection.parse(source).tracks.first)
        var stream = try #require(track.video?.hevc?.parameterSets).annexB
        for sample in try #require(track.samples) {
            let bytes = try source.read(at: sample.offset, count: Int(sample.byteCount))
            #expect(
                try bytes.withRawSpan { span throws(BitstreamError) in try AccessUnit(sample: span) }.holdsParameterSets
                    == false
            )
            stream += try bytes.withRawSpan(NALUnitFraming.annexB)
        }
        try Data(stream).write(to: folder.appending(path: "out.hevc"))
        let decoder = try #require(Tool("libde265-dec265"))
        let outcome = try decoder.run(["-q", "-o", "de265.yuv", "out.hevc"], in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        _ = try run("ffmpeg", "-v", "warning", "-i", "out.mp4", "-f", "rawvideo", "-y", "ffmpeg.yuv")
        let first = try Data(contentsOf: folder.appending(path: "de265.yuv"))
        let second = try Data(contentsOf: folder.appending(path: "ffmpeg.yuv"))
        #expect(first.count == 30 * Picture.byteCount(format: .yuv420p8, size: pictures.size))
        #expect(first == second)
    }

    @Test(
        "at 240 frames a second and at 30000/1001 no tick is lost",
        arguments: [(240, Int64(1)), (30000, 1001)] as [(Int32, Int64)]
    )
    func exactTimes(_ timescale: Int32, _ tick: Int64) throws {
        let pictures = SyntheticFilm(count: 97)
        let film = try EncodedFilm(
            pictures,
            rate: "\(timescale):\(tick)",
            options: ["--preset", "ultrafast", "--bframes", "3"],
            in: folder
        )
        let rate = FrameRate(frames: timescale, seconds: Int32(tick))
        let sound = try sound("aac", seconds: 0.4)
        let video = VideoTrackConfiguration(
            parameterSets: film.sets,
            size: pictures.size,
            timescale: timescale,
            constantRate: rate
        )
        try mux(film, video, tick: tick, [sound])
        try checkVideo(film, tick: tick)
        let duration = try run(
            "ffprobe",
            "-v",
            "warning",
            "-select_streams",
            "v",
            "-show_entries",
            "stream=duration_ts,nb_frames,avg_frame_rate",
            "-of",
            "csv=p=0",
            "out.mp4"
        )
        #expect(duration == "\(rate.frames)/\(rate.seconds),\(97 * tick),97\n")
    }

    @Test("HDR metadata, rotation and pixel aspect are found by ffprobe and mediainfo")
    func metadata() throws {
        let pictures = SyntheticFilm(count: 8)
        let colours = ["--colorprim", "bt2020", "--transfer", "smpte2084", "--colormatrix", "bt2020nc"]
        let film = try EncodedFilm(pictures, rate: "24:1", options: ["--preset", "ultrafast"] + colours, in: folder)
        var video = VideoTrackConfiguration(parameterSets: film.sets, size: pictures.size, timescale: 24)
        video.colour = ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
        video.masteringDisplay = Fixture.display
        video.contentLight = ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
        video.pixelAspect = PixelAspect(horizontal: 4, vertical: 3)
        video.displayMatrix = [0, 65536, 0, -65536, 0, 0, 96 << 16, 0, 0x4000_0000]
        try mux(film, video, tick: 1)
        let text = try run("ffprobe", "-v", "warning", "-show_streams", "-of", "json", "out.mp4")
        for field in [
            "\"color_transfer\": \"smpte2084\"", "\"color_primaries\": \"bt2020\"", "\"sample_aspect_ratio\": \"4:3\"",
            "\"rotation\": -90", "\"red_x\": \"34000/50000\"", "\"min_luminance\": \"1/10000\"",
            "\"max_content\": 1000",
        ] {
            #expect(text.contains(field), "\(field)")
        }
        if Tool("mediainfo") != nil {
            let report = try run("mediainfo", "--Full", "out.mp4")
            for line in ["SMPTE ST 2086", "PQ", "1000 cd/m2", "90.000"] { #expect(report.contains(line), "\(line)") }
        }
    }

    @Test(
        "ffprobe reads temporal levels, and all audio codecs in both containers, without warnings",
        arguments: MovieContainer.allCases
    )
    func levels(_ container: MovieContainer) throws {
        let pictures = SyntheticFilm(count: 49)
        let x265 = try #require(Tool("x265"))
        let layers =
            x265.x265Options(levels: 5) + (x265.x265Levels > 2 ? ["--bframes", "15", "--rc-lookahead", "20"] : [])
        let film = try EncodedFilm(
            pictures,
            rate: "24:1",
            options: ["--preset", "ultrafast", "--bframes", "3", "--b-adapt", "0", "--keyint", "33"]
                + layers
                + ["--colorprim", "bt2020", "--transfer", "arib-std-b67", "--colormatrix", "bt2020nc"],
            in: folder
        )
        #expect(Set(film.samples.map(\.unit.temporalID)).count == x265.x265Levels)
        let sequence = try film.sets.sps.withRawSpan(SequenceParameterSet.init)
        let video = VideoTrackConfiguration(
            parameterSets: film.sets,
            size: pictures.size,
            timescale: 24,
            colourMetadata: ColourMetadata(colour: ColourDescription(primaries: 9, transfer: 18, matrix: 9)),
            temporalLevels: TemporalLevels(sequence)
        )
        let sounds = try ["aac", "ac3", "eac3"].map { try sound($0, seconds: 1) }
        try mux(film, video, tick: 1, sounds, container: container)
        let file = container == .mp4 ? "out.mp4" : "out.mov"
        try checkVideo(film, tick: 1, file)
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: file)))
        let track = try MovieInspection.parse(MemorySource(bytes)).tracks[0]
        let levels = film.samples.map(\.unit.temporalID)
        #expect(Array(try #require(track.temporalLevels).levels) == levels)
        let gpac = try GPACStyleReader(bytes)
        #expect(levels.indices.map { gpac.index(ofSample: $0, in: "tscl") } == levels.map { Int($0) + 1 })
        #expect(Bento4StyleReader(bytes).indexes["tscl"] == levels.map { Int($0) + 1 })
        for (index, codec) in ["aac", "ac3", "eac3"].enumerated() {
            #expect(try packets(file, "a:\(index)").map(\.hash) == sounds[index].1.map(adler), "\(codec)")
        }
        let streams = try run(
            "ffprobe",
            "-v",
            "warning",
            "-show_entries",
            "stream=codec_name,codec_tag_string,sample_rate,channels,color_transfer:format_tags=major_brand",
            "-of",
            "compact=p=0:nk=1",
            file
        )
        let brand = container == .mp4 ? "iso6" : "qt  "
        #expect(
            streams.split(separator: "\n").map { $0.hasSuffix("|") ? String($0.dropLast()) : String($0) } == [
                "hevc|hvc1|arib-std-b67", "aac|mp4a|48000|2", "ac3|ac-3|48000|2", "eac3|ec-3|48000|2", brand,
            ]
        )
        if Tool("mediainfo") != nil {
            let report = try run("mediainfo", "--Output=JSON", "--Full", file)
            for word in ["IsTruncated", "Conformance", "rror"] { #expect(!report.contains(word)) }
            for field in ["\"CodecID\":\"hvc1\"", "\"FrameCount\":\"49\"", "\"Format\":\"E-AC-3\""] {
                #expect(report.replacing(" ", with: "").contains(field), "\(field)")
            }
        }
    }

    @Test("a fragmented file is described as fragmented")
    func fragments() throws {
        try makeAudio(
            "duration=2",
            ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov", "-frag_duration", "500000"],
            "fragmented.mp4"
        )
        let movie = try MovieInspection.parse(FileSource(path: folder.appending(path: "fragmented.mp4").path))
        #expect(movie.isFragmented)
        #expect(movie.fragmentCount > 1)
        #expect(movie.tracks.count == 1)
    }

    @Test("every sample of uncompressed audio is counted")
    func uncompressed() throws {
        try makeAudio("duration=2:sample_rate=48000", ["-c:a", "pcm_s24le"], "pcm.mov")
        let source = try FileSource(path: folder.appending(path: "pcm.mov").path)
        let movie = try MovieInspection.parse(source)
        #expect(movie.findings == [])
        let samples = try #require(movie.tracks.first?.samples)
        #expect(samples.count == 96000)
        #expect(movie.tracks.first?.byteCount == 288_000)
        #expect(samples.reduce(0) { $0 + Int($1.byteCount) } == 96000 * 3)
    }
}
