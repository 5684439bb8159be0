import Media
import Testing

@testable import ISOMedia

/// Configurations and movies that the tests share.
enum Fixture {
    /// Parameter sets that x265 made: 160x96, 8 bits, 24 frames a second, one sub-layer.
    static let sets = ParameterSets(
        vps: bytes("40010c01ffff01600000030090000003000003001e959409"),
        sps: bytes("42010101600000030090000003000003001ea01420616595952930bc04040000030004000003006020"),
        pps: bytes("4401c073c089")
    )

    /// The same: 162x90, 10 bits, two sub-layers.
    static let layeredSets = ParameterSets(
        vps: bytes("40010c02ffff02200000030090000003000003003c00009598acc048"),
        sps: bytes(
            "42010202200000030090000003000003003c0000a0152061c923659598acd24995e1cd42440241000003000100000300"
                + "18600c965e001e840007a12e001e840007a122"
        ),
        pps: bytes("4401c172b46240")
    )

    static let display = MasteringDisplay(
        green: MasteringDisplay.Chromaticity(x: 13250, y: 34500),
        blue: MasteringDisplay.Chromaticity(x: 7500, y: 3000),
        red: MasteringDisplay.Chromaticity(x: 34000, y: 16000),
        whitePoint: MasteringDisplay.Chromaticity(x: 15635, y: 16450),
        maximumLuminance: 10_000_000,
        minimumLuminance: 1
    )

    static func bytes(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Substring(text.filter { $0 != " " })
        while !rest.isEmpty {
            bytes.append(UInt8(rest.prefix(2), radix: 16)!)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    static func video(timescale: Int32 = 24, constantRate: FrameRate? = nil) -> VideoTrackConfiguration {
        VideoTrackConfiguration(
            parameterSets: sets,
            size: PictureSize(width: 160, height: 96),
            timescale: timescale,
            constantRate: constantRate
        )
    }

    static func aac(
        presentedFrom: Int64 = 1024,
        presentedDuration: Int64? = nil,
        start: MediaTime = .zero,
        language: String = "und"
    ) -> AudioTrackConfiguration {
        AudioTrackConfiguration(
            codec: .aac,
            configuration: [0x11, 0x90],
            sampleRate: 48000,
            channelCount: 2,
            language: language,
            timescale: 48000,
            presentedFrom: presentedFrom,
            presentedDuration: presentedDuration,
            presentationStart: start
        )
    }

    /// Appends frames in groups of four, I/P b B b, decoded at the sorted presentation times: offsets are negative and positive.
    static func appendReordered(_ muxer: inout MovieMuxer, frames: Int, tick: Int64 = 1, first: Int64 = 0) throws {
        for index in 0..<frames {
            let group = index / 4 * 4
            let isWhole = group + 4 <= frames
            let shown = isWhole ? group + [3, 1, 0, 2][index % 4] : index
            try muxer.appendVideo(
                byteCount: 100 + index * 7 % 50,
                decodeTick: first + Int64(index) * tick,
                duration: tick,
                compositionOffset: Int64(shown - index) * tick,
                flags: index == 0 ? [.sync, .intra] : index % 4 >= 2 ? .disposable : [],
                nalUnitType: index == 0 ? 20 : 1
            )
        }
    }

    /// The file of a layout, its samples filled with a byte that tells the track.
    static func file(_ layout: MovieLayout) -> [UInt8] {
        var file = layout.header
        for chunk in layout.chunks { file += Array(repeating: UInt8(chunk.track + 1), count: Int(chunk.byteCount)) }
        return file
    }
}

/// A small generator whose numbers are the same on every machine.
struct FixedRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed | 1 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
    }
}
