import Media
import Testing

@testable import ISOMedia

@Suite struct MuxerTests {
    private func describe(_ muxer: consuming MovieMuxer) throws -> MovieDescription {
        let layout = try muxer.finish()
        let movie = try MovieInspection.parse(MemorySource(Fixture.file(layout)))
        #expect(movie.findings == [])
        #expect(movie.byteCount == layout.totalByteCount)
        return movie
    }

    @Test("a movie has the contents that the muxer was given")
    func description() throws {
        var video = Fixture.video(timescale: 12288, constantRate: FrameRate(frames: 24, seconds: 1))
        video.colour = ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
        video.masteringDisplay = Fixture.display
        video.contentLight = ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
        video.language = "fra"
        var muxer = try MovieMuxer(MovieConfiguration(video: video, audio: [Fixture.aac(language: "deu")]))
        try Fixture.appendReordered(&muxer, frames: 48, tick: 512)
        for _ in 0..<95 { try muxer.appendAudio(track: 0, byteCount: 300, duration: 1024) }
        let movie = try describe(muxer)
        #expect(movie.majorBrand == "iso6")
        #expect(movie.isFastStart)
        #expect(!movie.isFragmented)
        #expect(movie.timescale == 1_536_000)
        #expect(movie.tracks.count == 2)
        let format = try #require(movie.tracks[0].video)
        #expect(format.codecString == "hvc1.1.6.L30.90")
        #expect(format.hevc?.parameterSets == Fixture.sets)
        #expect(format.hevc?.arrays.allSatisfy(\.isComplete) == true)
        #expect(format.colour == video.colour)
        #expect(format.masteringDisplay == Fixture.display)
        #expect(format.contentLight == video.contentLight)
        #expect(movie.tracks.map { $0.media?.language } == ["fra", "deu"])
        let duration: UInt64? = movie.tracks[0].media?.duration
        #expect(duration == 24_576, "48 frames of 512 ticks")
        #expect(movie.tracks[0].samples?.count == 48)
        #expect(movie.tracks[1].samples?.count == 95)
        #expect(movie.tracks[1].audio?.configuration == [0x11, 0x90])
        #expect(movie.tracks[1].byteCount == 95 * 300)
        // A key frame every 2 s; 95 packets without the first 1024 ticks of priming, in 1/1536000 s.
        #expect(movie.tracks[0].edits == [EditListBox.Edit(duration: 48 * 64000, mediaTime: 0)])
        #expect(movie.tracks[1].edits == [EditListBox.Edit(duration: 94 * 1024 * 32, mediaTime: 1024)])
        #expect(movie.duration == 3_080_192, "94 packets of 1024 ticks, each 32 of the movie's")
    }

    @Test("padding is hidden by a clean aperture and by the display size, which includes the pixel aspect")
    func cleanAperture() throws {
        var video = Fixture.video()
        video.cleanAperture = CleanAperture(PictureSize(width: 159, height: 95), of: video.size)
        video.pixelAspect = PixelAspect(horizontal: 2, vertical: 1)
        var muxer = try MovieMuxer(MovieConfiguration(video: video))
        try Fixture.appendReordered(&muxer, frames: 8)
        let track = try describe(muxer).tracks[0]
        #expect(track.video?.size == video.size && track.video?.cleanAperture == video.cleanAperture)
        #expect(track.header?.width == 318 << 16 && track.header?.height == 95 << 16)
        #expect(track.video?.cleanAperture.map { "\($0)" } == "159x95, its centre 0.5 to the left and 0.5 above")
        video.cleanAperture = CleanAperture(
            width: CleanAperture.Fraction(0),
            height: CleanAperture.Fraction(95),
            horizontalOffset: CleanAperture.Fraction(0),
            verticalOffset: CleanAperture.Fraction(0)
        )
        #expect(throws: MovieError.self) { try MovieMuxer(MovieConfiguration(video: video)) }
    }

    @Test("times, sizes and flags of every sample are read back exactly, with negative offsets")
    func samples() throws {
        var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video()))
        try Fixture.appendReordered(&muxer, frames: 97)
        let movie = try describe(muxer)
        let table = try #require(movie.tracks[0].samples)
        let samples = Array(table)
        #expect(samples.count == 97)
        #expect(samples.map(\.decodeTick) == (0..<97).map { Int64($0) })
        let shown = samples.map { $0.decodeTick + Int64($0.compositionOffset) }
        #expect(shown.sorted() == (0..<97).map { Int64($0) })
        #expect(Array(shown.prefix(8)) == [3, 1, 0, 2, 7, 5, 4, 6])
        let sizes: [UInt32] = (0..<97).map { index in UInt32(100 + index * 7 % 50) }
        #expect(samples.map(\.byteCount) == sizes)
        #expect(samples.filter(\.isSync).map(\.index) == [0])
        let dependencies = samples.map { SampleDependency(rawValue: $0.dependency ?? 0) }
        #expect(dependencies.prefix(4).map(\.isDependedOn) == [1, 1, 2, 2])
        #expect(dependencies.prefix(2).map(\.dependsOn) == [2, 1])
        #expect(dependencies.allSatisfy { $0.isLeading == 2 && $0.hasRedundancy == 2 })
        let shift = try #require(movie.tracks[0].compositionShift)
        #expect(shift.compositionToDecodeShift == 2)
        #expect(shift.leastOffset == -2)
        #expect(shift.greatestOffset == 3)
        #expect(shift.compositionStart == 0)
        #expect(shift.compositionEnd == 97)
        // 97 frames at 24 a second with a movie clock of 24: nothing is rounded.
        #expect(movie.timescale == 24)
        #expect(movie.duration == 97)
    }

    @Test("without reordering there is no ctts and no cslg, and with only sync samples there is no stss")
    func nothingNeedless() throws {
        var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video()))
        for index in 0..<5 {
            try muxer.appendVideo(
                byteCount: 9,
                decodeTick: Int64(index),
                duration: 1,
                compositionOffset: 0,
                flags: [.sync, .intra],
                nalUnitType: 20
            )
        }
        let movie = try describe(muxer)
        let moov = try #require(movie.boxes.first { $0.type == "moov" })
        let types = try #require(moov.first("trak", "mdia", "minf", "stbl")).children.map(\.type)
        #expect(types == ["stsd", "stts", "sdtp", "stsc", "stsz", "stco"])
        #expect(movie.tracks[0].samples?.allSatisfy(\.isSync) == true)
    }

    @Test("a variable frame rate keeps every duration, also that of the last presented frame")
    func variableRate() throws {
        var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video(timescale: 1000)))
        // Presented at 0, 10, 30, 70 up to 150; decoded in the order 0, 3, 1, 2 at the sorted times.
        for (decode, shown, duration) in [(0, 0, 10), (10, 70, 80), (30, 10, 20), (70, 30, 40)]
            as [(Int64, Int64, Int64)]
        {
            try muxer.appendVideo(
                byteCount: 9,
                decodeTick: decode,
                duration: duration,
                compositionOffset: shown - decode,
                flags: decode == 0 ? .sync : [],
                nalUnitType: decode == 0 ? 19 : 1
            )
        }
        let movie = try describe(muxer)
        #expect(movie.tracks[0].media?.duration == 150)
        #expect(movie.tracks[0].edits == [EditListBox.Edit(duration: 150, mediaTime: 0)])
        #expect(movie.tracks[0].samples?.map(\.duration) == [10, 20, 40, 80])
        #expect(movie.tracks[0].video?.hevc?.constantFrameRate == 0)
    }

    @Test("the edit list skips the distance between the first decode time and the first presentation")
    func delayed() throws {
        var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video()))
        for (index, shown) in [0, 3, 1, 2].enumerated() {
            try muxer.appendVideo(
                byteCount: 9,
                decodeTick: Int64(index) - 2,
                duration: 1,
                compositionOffset: Int64(shown - index + 2),
                flags: index == 0 ? .sync : [],
                nalUnitType: index == 0 ? 19 : 1
            )
        }
        let movie = try describe(muxer)
        #expect(movie.tracks[0].edits == [EditListBox.Edit(duration: 4, mediaTime: 2)])
        #expect(movie.tracks[0].compositionShift?.compositionToDecodeShift == 0)
        #expect(movie.tracks[0].compositionShift?.compositionStart == 2)
    }

    @Test("audio of several stretches has an edit for each, and empty edits for silence")
    func stretches() throws {
        func second(_ numerator: Int64, _ denominator: Int32) -> MediaTime {
            MediaTime(value: numerator, timescale: denominator)
        }
        var sound = Fixture.aac()
        sound.stretches = [
            AudioStretch(from: 1024, duration: 12000, start: second(1, 4)),
            AudioStretch(from: 15000, duration: 6000, start: second(1, 2)),
            AudioStretch(from: 22000, duration: 3000, start: second(21000, 24000)),
        ]
        func movie(_ sound: AudioTrackConfiguration) throws -> MovieDescription {
            var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video(), audio: [sound]))
            try Fixture.appendReordered(&muxer, frames: 24)
            for _ in 0..<48 { try muxer.appendAudio(track: 0, byteCount: 10, duration: 1024) }
            return try describe(muxer)
        }
        let edits = try movie(sound).tracks[1].edits
        #expect(
            edits == [
                EditListBox.Edit(duration: 12000, mediaTime: -1), EditListBox.Edit(duration: 12000, mediaTime: 1024),
                EditListBox.Edit(duration: 6000, mediaTime: 15000), EditListBox.Edit(duration: 12000, mediaTime: -1),
                EditListBox.Edit(duration: 3000, mediaTime: 22000),
            ]
        )
        for wrong in [
            [
                AudioStretch(from: 0, duration: 2000, start: .zero),
                AudioStretch(from: 1000, duration: 9, start: second(1, 2)),
            ],
            [AudioStretch(from: 48 * 1024 - 5, duration: 6, start: .zero)],
            [AudioStretch(from: 0, duration: 0, start: .zero)],
            [AudioStretch(from: .max, duration: .max, start: .zero)],
        ] {
            sound.stretches = wrong
            #expect(throws: MovieError.self) { try movie(sound) }
        }
    }

    @Test("a track that starts late gets an empty edit, and one that starts early is cut")
    func starts() throws {
        let late = Fixture.aac(presentedFrom: 0, start: MediaTime(value: 1, timescale: 8))
        let early = Fixture.aac(
            presentedFrom: 1024,
            presentedDuration: 20000,
            start: MediaTime(value: -1, timescale: 100)
        )
        var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video(), audio: [late, early]))
        try Fixture.appendReordered(&muxer, frames: 24, first: 12)
        for track in 0..<2 {
            for _ in 0..<48 { try muxer.appendAudio(track: track, byteCount: 10, duration: 1024) }
        }
        let movie = try describe(muxer)
        #expect(movie.timescale == 48000)
        #expect(
            movie.tracks[0].edits == [
                EditListBox.Edit(duration: 24000, mediaTime: -1), EditListBox.Edit(duration: 48000, mediaTime: 0),
            ]
        )
        #expect(
            movie.tracks[1].edits == [
                EditListBox.Edit(duration: 6000, mediaTime: -1), EditListBox.Edit(duration: 48 * 1024, mediaTime: 0),
            ]
        )
        #expect(movie.tracks[2].edits == [EditListBox.Edit(duration: 20000 - 480, mediaTime: 1024 + 480)])
        #expect(movie.tracks.map { $0.header?.isEnabled } == [true, true, false])
        #expect(movie.tracks.map { $0.header?.alternateGroup } == [0, 1, 1])
        #expect(movie.tracks.map { $0.header?.trackID } == [1, 2, 3])
    }

    @Test("the movie's timescale is a multiple of every timescale, as far as 31 bits allow")
    func clock() {
        #expect(MovieClock(video: 12288, others: [48000]).timescale == 1_536_000)
        #expect(MovieClock(video: 30000, others: [44100, 48000]).timescale == 35_280_000)
        #expect(MovieClock(video: 1_000_000_000, others: [48000, 8]).timescale == 1_000_000_000)
        #expect(MovieClock(video: 24, others: []).timescale == 24)
        let clock = MovieClock(video: 1_000_000_007, others: [48000])
        #expect(clock.timescale == 1_000_000_007)
        // 1 s and one tick of a timescale that does not divide it: rounded up by less than a tick.
        #expect(clock.length(48001, timescale: 48000) == 1_000_020_841)
        #expect(clock.length(5, timescale: 1_000_000_007) == 5)
    }

    @Test("rotation is in the matrix, and the pixel aspect widens the display size")
    func geometry() throws {
        var video = Fixture.video()
        video.displayMatrix = [0, 65536, 0, -65536, 0, 0, 96 << 16, 0, 0x4000_0000]
        video.pixelAspect = PixelAspect(horizontal: 4, vertical: 3)
        var muxer = try MovieMuxer(MovieConfiguration(video: video))
        try Fixture.appendReordered(&muxer, frames: 4)
        let movie = try describe(muxer)
        let header = try #require(movie.tracks[0].header)
        #expect(header.matrix.values == video.displayMatrix)
        #expect(header.width == 0xD5_5555)
        #expect(header.height == 96 << 16)
        #expect(movie.tracks[0].video?.size == PictureSize(width: 160, height: 96))
        #expect(movie.tracks[0].video?.pixelAspect == video.pixelAspect)
    }

    @Test("a picture of a middle temporal level is not disposable, even if its own level does not need it")
    func middleLevel() throws {
        var muxer = try MovieMuxer(
            MovieConfiguration(
                video: VideoTrackConfiguration(
                    parameterSets: Fixture.layeredSets,
                    size: PictureSize(width: 162, height: 90),
                    timescale: 24
                )
            )
        )
        for (index, level) in [UInt8(0), 1, 2, 2].enumerated() {
            try muxer.appendVideo(
                byteCount: 9,
                decodeTick: Int64(index),
                duration: 1,
                compositionOffset: 0,
                flags: index == 0 ? .sync : .disposable,
                temporalLevel: level,
                nalUnitType: index == 0 ? 20 : 2
            )
        }
        let samples = try #require(try describe(muxer).tracks[0].samples)
        #expect(samples.map { SampleDependency(rawValue: $0.dependency ?? 0).isDependedOn } == [1, 1, 2, 2])
    }

    @Test("leading pictures are recognised by their NAL unit type")
    func leading() throws {
        var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video()))
        for (index, type) in [UInt8(21), 8, 9, 6, 7, 1].enumerated() {
            try muxer.appendVideo(
                byteCount: 9,
                decodeTick: Int64(index),
                duration: 1,
                compositionOffset: 0,
                flags: index == 0 ? .sync : [],
                nalUnitType: type
            )
        }
        let samples = try #require(try describe(muxer).tracks[0].samples)
        #expect(samples.map { SampleDependency(rawValue: $0.dependency ?? 0).isLeading } == [2, 1, 1, 3, 3, 2])
        #expect(samples.map { SampleDependency(rawValue: $0.dependency ?? 0).dependsOn } == [2, 1, 1, 1, 1, 1])
    }

    @Test("untagged colour stays untagged, and HLG is written as in the configuration, not as in the bitstream")
    func colour() throws {
        for (colour, expected) in [
            (ColourDescription.unspecified, nil), (ColourDescription(isFullRange: false), nil),
            (
                ColourDescription(primaries: 9, transfer: 18, matrix: 9),
                ColourDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: false)
            ),
            (ColourDescription(isFullRange: true), ColourDescription(isFullRange: true)),
        ] as [(ColourDescription, ColourDescription?)] {
            var video = Fixture.video()
            video.colour = colour
            var muxer = try MovieMuxer(MovieConfiguration(video: video))
            try Fixture.appendReordered(&muxer, frames: 4)
            #expect(try describe(muxer).tracks[0].video?.colour == expected)
        }
    }

    @Test("the same samples make the same bytes, in any order of appending to the tracks")
    func deterministic() throws {
        func layout(isVideoFirst: Bool) throws -> MovieLayout {
            var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video(), audio: [Fixture.aac()]))
            if isVideoFirst { try Fixture.appendReordered(&muxer, frames: 60) }
            for _ in 0..<120 { try muxer.appendAudio(track: 0, byteCount: 10, duration: 1024) }
            if !isVideoFirst { try Fixture.appendReordered(&muxer, frames: 60) }
            return try muxer.finish()
        }
        #expect(try layout(isVideoFirst: true) == layout(isVideoFirst: false))
    }

    @Test("impossible samples and tracks are refused with their place")
    func refused() throws {
        var wrongSize = Fixture.video()
        wrongSize.size = PictureSize(width: 320, height: 96)
        var noMatrix = Fixture.video()
        noMatrix.displayMatrix = [1]
        var noSets = Fixture.video()
        noSets.parameterSets.sps = [0x42, 1, 7]
        var noAspect = Fixture.video()
        noAspect.pixelAspect = PixelAspect(horizontal: 0, vertical: 1)
        var noTimescale = Fixture.video()
        noTimescale.timescale = 0
        for video in [wrongSize, noMatrix, noSets, noAspect, noTimescale] {
            #expect { try MovieMuxer(MovieConfiguration(video: video)) } throws: {
                ($0 as? MovieError)?.code == .invalidConfiguration
            }
        }
        var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video(), audio: [Fixture.aac()]))
        func append(_ byteCount: Int, _ tick: Int64, _ duration: Int64, _ offset: Int64, level: UInt8 = 0) throws {
            try muxer.appendVideo(
                byteCount: byteCount,
                decodeTick: tick,
                duration: duration,
                compositionOffset: offset,
                flags: [],
                temporalLevel: level,
                nalUnitType: 1
            )
        }
        try append(1, 5, 1, 0)
        #expect(throws: MovieError.self) { try append(0, 6, 1, 0) }
        #expect(throws: MovieError.self) { try append(1 << 32, 6, 1, 0) }
        #expect(throws: MovieError.self) { try append(1, 5, 1, 0) }
        #expect(throws: MovieError.self) { try append(1, 6, 0, 0) }
        #expect(throws: MovieError.self) { try append(1, .max, 1, 0) }
        #expect(throws: MovieError.self) { try append(1, 6, 1, .min) }
        #expect(throws: MovieError.self) { try append(1, 6, 1, 0, level: 7) }
        #expect(throws: MovieError.self) { try muxer.appendAudio(track: 0, byteCount: 1, duration: 0) }
        #expect { _ = try muxer.finish() } throws: { ($0 as? MovieError)?.subject == "audio track 0" }
        #expect(throws: MovieError.self) { _ = try MovieMuxer(MovieConfiguration(video: Fixture.video())).finish() }
        var early = try MovieMuxer(MovieConfiguration(video: Fixture.video()))
        try early.appendVideo(
            byteCount: 1,
            decodeTick: 0,
            duration: 1,
            compositionOffset: -1,
            flags: .sync,
            nalUnitType: 20
        )
        #expect(throws: MovieError.self) { _ = try early.finish() }
        for configuration in [[], [1]] as [[UInt8]] {
            for codec: AudioCodec in [.aac, .ac3, .eac3, .alac, .opus, .flac] {
                var audio = Fixture.aac(presentedFrom: 0)
                (audio.codec, audio.configuration) = (codec, configuration)
                var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video(), audio: [audio]))
                try Fixture.appendReordered(&muxer, frames: 4)
                try muxer.appendAudio(track: 0, byteCount: 1, duration: 1)
                #expect(throws: MovieError.self) { _ = try muxer.finish() }
            }
        }
    }
}
