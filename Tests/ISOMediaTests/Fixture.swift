import Media
import TestSupport
import Testing

@testable import ISOMedia

/// Configurations and movies that the tests share.
enum Fixture {
    static let sets = KnownStreams.main
    static let layeredSets = KnownStreams.layered
    static let display = HDR10Example.display

    static func bytes(_ text: String) -> [UInt8] { KnownStreams.bytes(text) }

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

    /// Appends frames in groups of four, I/P b B b, decoded at the sorted presentation times: offsets are negative and
    /// positive.
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

    /// The file of a layout; its samples are filled with a byte that identifies the track.
    static func file(_ layout: MovieLayout) -> [UInt8] {
        var file = layout.header
        for chunk in layout.chunks { file += Array(repeating: UInt8(chunk.track + 1), count: Int(chunk.byteCount)) }
        return file
    }
}
