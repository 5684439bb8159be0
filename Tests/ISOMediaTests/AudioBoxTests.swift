import Media
import Testing

@testable import ISOMedia

@Suite("Audio boxes")
struct AudioBoxTests {
    @Test("codec configurations are read as they were written")
    func configurations() throws {
        let cookie: [UInt8] = [0, 0, 16, 0, 0, 24, 40, 10, 14, 2, 0, 255] + Array(repeating: 0, count: 12)
        try expectRoundTrip(try #require(ALACSpecificBox(cookie)), endsOpen: true)
        #expect(ALACSpecificBox(cookie)?.framesPerPacket == 4096 && ALACSpecificBox([1]) == nil)
        let info: [UInt8] = Array(1...34)
        try expectRoundTrip(
            try #require(FLACSpecificBox(info)),
            bytes: "00000032 64664c61 00000000 80000022 "
                + info.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
        )
        #expect(FLACSpecificBox([1, 2]) == nil)
        let format = try #require(PCMFormat(codec: "pcm_s24le"))
        try expectRoundTrip(PCMConfigurationBox(format), bytes: "0000000e 70636d43 00000000 01 18")
    }

    @Test("the little-endian header of Opus is converted into a box, with its channel mapping table")
    func opus() throws {
        let head = Array("OpusHead".utf8)
        let stereo = try #require(OpusSpecificBox(header: head + [1, 2, 0x38, 1, 0x80, 0xBB, 0, 0, 0xFF, 0xFF, 0]))
        try expectRoundTrip(stereo, bytes: "00000013 644f7073 00 02 0138 0000bb80 ffff 00")
        #expect(stereo.preSkip == 312 && stereo.outputGain == -1)
        let table: [UInt8] = [4, 2, 0, 4, 1, 2, 3, 5]
        let surround = try #require(
            OpusSpecificBox(header: head + [1, 6, 0x38, 1, 0x80, 0xBB, 0, 0, 0, 0, 1] + table)
        )
        #expect(surround.mapping == table)
        try expectRoundTrip(surround)
        #expect(OpusSpecificBox(surround.payload) == surround && OpusSpecificBox(surround.payload.dropLast()) == nil)
        #expect(OpusSpecificBox(header: head + [1, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0]) == nil, "six channels need a table")
        #expect(OpusSpecificBox(header: Array(head.prefix(7))) == nil)
    }

    @Test("channel layouts name a speaker for each channel, in both formats")
    func layouts() throws {
        let surround = try #require(ChannelLayoutBox(mask: 0x3F, channelCount: 6))
        try expectRoundTrip(surround, bytes: "00000014 63686e6c 00000000 01 00 000102030809", endsOpen: true)
        #expect(surround.mask == 0x3F)
        for mask: UInt64 in [0x4, 0x3, 0x60F, 0x63F, 0x3FFFF] {
            #expect(ChannelLayoutBox(mask: mask, channelCount: mask.nonzeroBitCount)?.mask == mask)
        }
        #expect(ChannelLayoutBox(mask: 0x3, channelCount: 6) == nil)
        #expect(ChannelLayoutBox(mask: 1 << 40, channelCount: 1) == nil)
        let layout = try #require(QuickTimeChannelLayoutBox(mask: 0x60F, channelCount: 6))
        try expectRoundTrip(layout, bytes: "00000018 6368616e 00000000 00010000 0000060f 00000000")
        #expect(QuickTimeChannelLayoutBox(mask: 0x60F, channelCount: 2) == nil)
    }

    @Test("the number of packets to decode in advance is a sample group of two bytes")
    func roll() throws {
        let entry = RollRecoveryEntry(distance: -4)
        #expect(entry.bytes == [0xFF, 0xFC])
        var reader = BoxReader("roll", entry.bytes)
        #expect(try RollRecoveryEntry(from: &reader) == entry)
        func distance(_ codec: AudioCodec, _ duration: UInt32) -> Int16 {
            var track = Fixture.aac()
            track.codec = codec
            return track.rollDistance(packetDuration: duration)
        }
        #expect(distance(.opus, 960) == -4 && distance(.opus, 2880) == -2 && distance(.aac, 1024) == -1)
        #expect(distance(.mpeg(layer: 3), 1152) == 0)
    }

    @Test(
        "uncompressed audio is described exactly, in MP4 and QuickTime",
        arguments: [
            ("pcm_s16le", 48000, 2, "sowt"), ("pcm_s16be", 48000, 2, "twos"), ("pcm_s24le", 48000, 2, "in24"),
            ("pcm_s24be", 48000, 1, "in24"), ("pcm_s32le", 44100, 2, "in32"), ("pcm_f32be", 48000, 2, "fl32"),
            ("pcm_f64le", 48000, 1, "fl64"), ("pcm_s24le", 96000, 2, "lpcm"), ("pcm_s16le", 48000, 6, "lpcm"),
            ("pcm_u8", 22050, 1, "lpcm"), ("pcm_s8", 22050, 1, "lpcm"),
        ]
    )
    func uncompressed(codec: String, rate: Int, channels: Int, type: String) throws {
        let format = try #require(PCMFormat(codec: codec))
        var track = Fixture.aac(presentedFrom: 0)
        (track.codec, track.configuration) = (.pcm(format), [])
        (track.sampleRate, track.timescale, track.channelCount) = (rate, Int32(rate), channels)
        let rates = BitRateBox(bufferByteCount: 4, maximum: 1, average: 1)
        let entry = try track.sampleEntry(rates, packetDuration: 1, container: .quickTime)
        #expect("\(entry.format)" == type)
        let read = AudioFormat(try AudioSampleEntry(entry))
        #expect(read.pcm == format && read.channelCount == channels)
        #expect(read.sampleRate == (rate > 65535 ? 0 : rate))
        if format.isSigned, format.bitDepth > 8 {
            let entry = try track.sampleEntry(rates, packetDuration: 1, container: .mp4)
            #expect("\(entry.format)" == (format.isFloat ? "fpcm" : "ipcm"))
            #expect(AudioFormat(try AudioSampleEntry(entry)).pcm == format)
        } else {
            #expect(throws: MovieError.self) {
                _ = try track.sampleEntry(rates, packetDuration: 1, container: .mp4)
            }
        }
    }

    @Test("unknown format names give no format")
    func formatNames() {
        for name in ["pcm_s16le_planar", "pcm_mulaw", "pcm_s8_planar", "pcm_f16le", "pcm_", "aac", "pcm_u", "pcm_s24"] {
            #expect(PCMFormat(codec: name) == nil, "\(name)")
        }
    }

    @Test("an hour of uncompressed audio is laid out without a table entry for each sample")
    func hour() throws {
        var track = Fixture.aac(presentedFrom: 0)
        (track.codec, track.configuration) = (.pcm(try #require(PCMFormat(codec: "pcm_s16le"))), [])
        var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video(), audio: [track]))
        try Fixture.appendReordered(&muxer, frames: 4)
        for _ in 0..<3600 { try muxer.appendAudio(track: 0, byteCount: 48000 * 4, duration: 48000) }
        #expect(throws: MovieError.self) { try muxer.appendAudio(track: 0, byteCount: 5, duration: 1) }
        let layout = try muxer.finish()
        #expect(layout.header.count < 100_000)
        let movie = try MovieInspection.parse(MemorySource(layout.header))
        let samples = try #require(movie.tracks.last?.samples)
        #expect(samples.sizes.commonSize == 4 && samples.sizes.sampleCount == 3600 * 48000)
        let edit = try #require(movie.tracks.last?.edits.first)
        #expect(edit.duration == UInt64(3600 * 48000))
        #expect(layout.chunks.filter { $0.track == 1 }.reduce(0) { $0 + $1.samples.count } == 3600 * 48000)
    }
}
