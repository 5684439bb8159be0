import Foundation
import GranaryKit
import TestSupport
import Testing

@Suite("GranaryKit: decoding HEVC", .temporaryFolder)
struct DecompressionSessionTests {
    private func code(_ body: () throws -> Void) -> GranaryError.Code? {
        #expect(throws: GranaryError.self, performing: body)?.code
    }

    /// A sample whose first slice cannot be read: its picture parameter set does not exist.
    private func withBrokenHeader(_ sample: EncodedSample) -> LooseSample {
        var loose = LooseSample(sample)
        loose.bytes[loose.firstSlice + 2] = 0x01
        return loose
    }

    @Test(
        "pictures equal those that FFmpeg finds in the written movie, in order and with their times",
        .enabled(if: Tool.arePresent("ffmpeg", "ffprobe"), "FFmpeg's programs are not installed"),
        arguments: [(PixelFormat.yuv420p8, 1), (.yuv420p10, 1), (.yuv420p8, EncoderCapabilities.levels)]
    )
    func equalsPeer(format: PixelFormat, levels: Int) throws {
        let coded = try CodedFilm(count: 40, format: format, temporalLevels: levels, keyFrameInterval: 24)
        let url = TemporaryFolder.current.appending(path: "film.mp4")
        let writer = try MovieWriter(url: url, video: coded.properties, timeRange: coded.film.timeRange)
        while try writer.beginNextPass() != nil {
            for frame in 0..<40 { try writer.append(coded.film.picture(frame)) }
            try writer.endPass()
        }
        try writer.finishWriting()
        let name = format == .yuv420p8 ? "yuv420p" : "yuv420p10le"
        let peer = PeerFilm(url: url)
        let expected = try peer.pictures(name, byteCount: format.byteCount(width: 160, height: 96))

        #expect(coded.samples.map(\.presentationTime) != coded.times, "the stream reorders")
        let session = try DecompressionSession(coded.format)
        #expect((1...15).contains(session.maximumLookahead))
        let frames = try session.frames(of: coded.samples)
        let pictures = try frames.map { try $0.result.get() }
        #expect(frames.map(\.presentationTime) == (0..<40).map(coded.film.time))
        #expect(pictures.map(\.presentationTime) == (0..<40).map(coded.film.time))
        #expect(pictures.allSatisfy { $0.duration == coded.film.time(1) && $0.format == format })
        let isEqual = pictures.map(\.bytes) == expected
        #expect(isEqual)

        let loose = try DecompressionSession(coded.format).frames(of: try peer.samples())
        let isLooseEqual = try loose.map { try $0.result.get().bytes } == expected
        #expect(isLooseEqual)
        #expect(loose.map(\.presentationTime) == (0..<40).map(coded.film.time))
    }

    @Test("a damaged sample is an error with its time, and all that refers to it; later groups are whole")
    func damagedHeader() throws {
        let coded = try CodedFilm(count: 48)
        let sound = try coded.pictures()
        let keys = coded.samples.indices.filter { coded.samples[$0].isSync }
        try #require(keys.count >= 3)
        // The first sample after a key frame: others refer to it. The last of its group: nothing does.
        for (place, isLast) in [(keys[1] + 1, false), (keys[2] - 1, true)] {
            var samples = coded.samples.map(LooseSample.init)
            samples[place] = withBrokenHeader(coded.samples[place])
            let frames = try DecompressionSession(coded.format).frames(of: samples)
            #expect(frames.map(\.presentationTime) == coded.times)
            let errors = frames.filter { $0.error != nil }
            let damaged = try #require(errors.first { $0.error?.code == .damaged })
            let time = coded.samples[place].presentationTime
            #expect(damaged.presentationTime == time && damaged.error?.subject == "the sample at \(time)")
            #expect(errors.count { $0.error?.code == .missingReference } == errors.count - 1)
            #expect(isLast ? errors.count == 1 : errors.count > 1)
            let group = Set(coded.samples[keys[1]..<keys[2]].map(\.presentationTime))
            #expect(errors.allSatisfy { group.contains($0.presentationTime) })
            #expect(frames.areSound(sound))
        }
    }

    @Test("with the hash of the encoder no flipped byte gives a wrong picture")
    func damagedData() throws {
        let coded = try CodedFilm(count: 24)
        let sound = try coded.pictures()
        for place in coded.samples.indices {
            var samples = coded.samples
            samples[place] = samples[place].damaged(at: max(samples[place].bytes.count * (place % 4 + 5) / 10, 8))
            let frames = try DecompressionSession(coded.format).frames(of: samples)
            #expect(frames.map(\.presentationTime) == coded.times)
            let time = samples[place].presentationTime
            let own = try #require(frames.first { $0.presentationTime == time })
            #expect(own.error?.code == .damaged, "sample \(place)")
            #expect(frames.areSound(sound))
            #expect(frames.count { $0.error == nil } >= 12, "a group without the damage is whole")
        }
    }

    @Test("a missing reference is an error of each picture that needs it, and never a wrong picture")
    func missingReference() throws {
        let coded = try CodedFilm(count: 36)
        let sound = try coded.pictures()
        let keys = coded.samples.indices.filter { coded.samples[$0].isSync }
        var samples = coded.samples
        samples.remove(at: keys[1] + 1)
        let frames = try DecompressionSession(coded.format).frames(of: samples)
        #expect(frames.count == 35)
        let errors = frames.filter { $0.error != nil }
        #expect(!errors.isEmpty && errors.allSatisfy { $0.error?.code == .missingReference })
        #expect(frames.areSound(sound))
        // Decoding starts at the next key frame.
        let late = try DecompressionSession(coded.format).frames(of: Array(coded.samples.dropFirst(3)))
        let started = try #require(late.firstIndex { $0.error == nil })
        #expect(late[started].presentationTime == coded.samples[keys[1]].presentationTime)
        #expect(late[..<started].allSatisfy { $0.error?.code == .missingReference })
        #expect(late[started...].allSatisfy { $0.error == nil } && late.areSound(sound))
    }

    @Test("another format is refused with the advice to begin anew, and the session goes on without it")
    func formatChange() throws {
        let (coded, other) = (try CodedFilm(count: 6), try CodedFilm(count: 6, format: .yuv420p10))
        let session = try DecompressionSession(coded.format)
        #expect(session.canAccept(coded.format) && !session.canAccept(other.format))
        #expect(!session.canAccept(CodecDescription(codec: "h264", width: 160, height: 96)))
        func inBand(_ sets: FormatDescription, _ sample: EncodedSample) -> [UInt8] {
            SampleFraming.lengthPrefixed(fromAnnexB: sets.annexB) + sample.bytes
        }
        var frames: [DecodedFrame] = []
        for (place, sample) in coded.samples.enumerated() {
            let (time, duration) = (sample.presentationTime, sample.duration)
            if place == 3 {
                let foreign = inBand(other.format, other.samples[place])
                let error = #expect(throws: GranaryError.self) {
                    try session.decode(foreign, presentationTime: time, duration: duration) { frames.append($0) }
                }
                #expect(error?.code == .formatChange && error?.remedy.contains("begin another one") == true)
            }
            let bytes = inBand(coded.format, sample)
            try session.decode(bytes, presentationTime: time, duration: duration) { frames.append($0) }
        }
        try session.finish { frames.append($0) }
        let sound = try coded.pictures()
        #expect(frames.compactMap(\.error?.description) == [])
        #expect(frames.count == 6 && frames.allSatisfy { $0.error == nil } && frames.areSound(sound))
    }

    @Test("samples of another film without its parameter sets give errors, and no wrong picture")
    func otherSession() throws {
        let (coded, other) = (try CodedFilm(count: 24), try CodedFilm(count: 24, format: .yuv420p10))
        let frames = try DecompressionSession(coded.format).frames(of: other.samples)
        #expect(frames.count == 24 && frames.allSatisfy { $0.error != nil })
    }

    @Test("samples without bytes, with wrong lengths or wrong times are refused, and the rest is decoded")
    func refusals() throws {
        let coded = try CodedFilm(count: 6)
        let session = try DecompressionSession(coded.format)
        var frames: [DecodedFrame] = []
        func refused(_ bytes: [UInt8], at time: MediaTime, duration: Int64 = 1) -> GranaryError.Code? {
            code {
                let duration = MediaTime(value: duration, timescale: 24)
                try session.decode(bytes, presentationTime: time, duration: duration) { frames.append($0) }
            }
        }
        let late = MediaTime(value: 100, timescale: 1)
        let bytes = coded.samples[0].bytes
        for wrong in [[], [0], [0, 0, 0, 1, 2], [0, 0, 0, 9, 38, 1, 175], Array(bytes.dropLast())] {
            #expect(refused(wrong, at: late) == .wrongSample)
        }
        #expect(refused(bytes, at: late, duration: -1) == .wrongSample)
        for sample in coded.samples { try session.decode(sample) { frames.append($0) } }
        #expect(code { try session.decode(coded.samples[5]) { frames.append($0) } } == .wrongSample)
        #expect(refused(bytes, at: coded.times[5]) == .wrongSample, "it waits")
        #expect(refused(bytes, at: coded.times[0]) == .wrongSample, "it was returned")
        let earlier = try EncodedSample(
            bytes: bytes,
            decodeTime: coded.samples[5].decodeTime,
            presentationTime: late,
            duration: .zero
        )
        #expect(earlier.isSync && earlier.temporalLevel == 0)
        #expect(code { try session.decode(earlier) { frames.append($0) } } == .wrongSample)
        try session.finish { frames.append($0) }
        let sound = try coded.pictures()
        #expect(frames.count == 6 && frames.allSatisfy { $0.error == nil } && frames.areSound(sound))
        #expect(refused(bytes, at: late) == .misuse)
        #expect(code { try session.finish { _ in } } == .misuse)
        let unreadable = code {
            _ = try EncodedSample(bytes: [1], decodeTime: .zero, presentationTime: .zero, duration: .zero)
        }
        #expect(unreadable == .wrongSample)
    }

    @Test("samples without a picture, and damage again and again, neither pile up nor stop the decoder")
    func endurance() throws {
        let coded = try CodedFilm(count: 24)
        let start = try #require(coded.samples.firstIndex { !$0.isSync })
        let session = try DecompressionSession(coded.format)
        var fates = 0
        func give(_ bytes: [UInt8], at tick: Int, _ take: (DecodedFrame) -> Void) throws {
            let time = MediaTime(value: Int64(tick), timescale: 24)
            try session.decode(bytes, presentationTime: time, duration: .zero) {
                fates += 1
                take($0)
            }
            #expect(session.waitingSampleCount <= session.maximumLookahead)
        }
        for tick in 0..<3000 {
            try give(coded.samples[start].bytes, at: tick) { #expect($0.error?.code == .missingReference) }
        }
        // The slice of every other key frame ends early, or its data are noise.
        var good = 0
        let key = coded.samples[0].bytes
        for tick in 3000..<3400 {
            var bytes = key
            if tick % 2 == 1 {
                for place in bytes.count / 2..<bytes.count { bytes[place] = UInt8(tick * place & 0x7F) }
            }
            try give(bytes, at: tick) { good += $0.picture == nil ? 0 : 1 }
        }
        #expect(good >= 190)
        // A picture that refers to the key frame is damaged so often that libde265 runs out of memory for pictures.
        let place = try #require(coded.samples.indices.dropFirst().first)
        var noise = coded.samples[place].bytes
        for offset in noise.count / 3..<noise.count { noise[offset] = UInt8(offset * 37 & 0x7F) }
        var last: [DecodedFrame] = []
        try give(key, at: 3400) { _ in }
        for tick in 3401..<3600 { try give(noise, at: tick) { _ in } }
        for (tick, bytes) in [(3600, key), (3601, coded.samples[place].bytes)] {
            try give(bytes, at: tick) { last.append($0) }
        }
        try session.finish {
            fates += 1
            last.append($0)
        }
        #expect(fates == 3602)
        #expect(last.suffix(2).map { $0.picture != nil } == [true, true])
    }

    @Test(
        "decoding can start at a key frame that is not an IDR picture, without the leading pictures before it",
        .enabled(if: Tool.arePresent("ffmpeg", "ffprobe"), "FFmpeg's programs are not installed")
    )
    func openGroups() throws {
        let parameters = "log-level=none:keyint=12:min-keyint=12:open-gop=1:bframes=3:scenecut=0"
        let coding = ["-c:v", "libx265", "-x265-params", parameters, "-tag:v", "hvc1", "-pix_fmt", "yuv420p"]
        let peer = try PeerFilm.made("film.mp4", frames: 36, coding)
        let expected = try peer.pictures("yuv420p", byteCount: 160 * 96 * 3 / 2)
        let samples = try peer.samples()
        let format = try FormatDescription(hvcC: peer.box("hvcC"))
        let whole = try DecompressionSession(format).frames(of: samples)
        let isEqual = try whole.map { try $0.result.get().bytes } == expected
        #expect(isEqual)

        let start = try #require(samples.firstIndex { $0.sliceType == 21 })
        let time = samples[start].time
        let frames = try DecompressionSession(format).frames(of: Array(samples[start...]))
        let leading = frames.prefix { $0.presentationTime < time }
        #expect(!leading.isEmpty && leading.allSatisfy { $0.error?.code == .missingReference })
        let rest = frames.dropFirst(leading.count)
        #expect(rest.first?.presentationTime == time)
        let isRestEqual = try rest.map { try $0.result.get().bytes } == Array(expected.suffix(rest.count))
        #expect(isRestEqual)
    }

    @Test("a client's own error passes through, and the frames that wait come with the next call")
    func clientError() throws {
        struct Full: Error {}
        let coded = try CodedFilm(count: 12)
        let session = try DecompressionSession(coded.format)
        var frames = 0
        for sample in coded.samples {
            do {
                try session.decode(sample) { _ in
                    frames += 1
                    throw Full()
                }
            } catch is Full {}
        }
        try session.finish { _ in frames += 1 }
        #expect(frames == 12)
    }
}

extension EncoderCapabilities {
    /// Most temporal levels of this machine.
    static var levels: Int { current.maximumTemporalLevels }
}
