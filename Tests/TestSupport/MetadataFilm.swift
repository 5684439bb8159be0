import Foundation
import HEVC
package import ISOMedia
package import Media
import Testing

/// An HEVC film in PQ with B pictures, whose samples get dynamic HDR metadata of the test's choice.
package enum MetadataFilm {
    /// Whether it can be made here.
    package static let isPossible = Tool.arePresent("ffmpeg")

    /// A Dolby Vision record of profile 8.1 with a level that no such film has.
    package static let record = DolbyVision(profile: 8, level: 13, compatibility: 1)

    /// Metadata that no other frame has: HDR10+ of profile A, and an RPU that stands alone.
    package static func metadata(of frame: Int) -> DynamicMetadata {
        var message = HandmadeHDR10Plus()
        message.maximum = [UInt64(1000 + frame), 2000, 3000]
        var rpu = HandmadeRPU()
        rpu.blocks[0] = [(1, [0, UInt8(frame >> 8), UInt8(frame & 255), 0, 16])]
        return DynamicMetadata(hdr10Plus: message.payload, dolbyVision: rpu.payload)
    }

    /// Makes the film, and returns its path.
    ///
    /// - Parameters:
    ///   - dolbyVision: the record of the container; nil for none.
    ///   - metadata: that of a frame, by its number in presentation order.
    ///   - change: changes the finished sample of a frame.
    package static func make(
        frames: Int,
        name: String = "metadata.mp4",
        size: String = "192x108",
        dolbyVision: DolbyVision? = record,
        metadata: (Int) -> DynamicMetadata = metadata(of:),
        change: (Int, inout [UInt8]) throws -> Void = { _, _ in }
    ) throws -> String {
        let plain = TemporaryFolder.current.appending(path: "plain-\(name)").path
        let tags = ColourTags.options(
            primaries: "bt2020",
            transfer: "smpte2084",
            matrix: "bt2020nc",
            range: "tv"
        )
        let arguments = [
            "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=24,format=yuv420p10le",
            "-frames:v", "\(frames)", "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1",
            "-x265-params", "log-level=none:bframes=3:b-adapt=0:keyint=12:min-keyint=12:pools=none:qp=20",
        ]
        try #require(Tool("ffmpeg")).output(arguments + tags + [plain])
        return try rewritten(plain, as: name) { video in
            video.dolbyVision = dolbyVision
        } sample: { frame, plain in
            var bytes = try plain.withRawSpan { try metadata(frame).inserted(intoSample: $0) }
            try change(frame, &bytes)
            return bytes
        }
    }

    /// A film with the samples of another one, changed; without its audio. Returns its path.
    ///
    /// - Parameters:
    ///   - describe: changes what the header says.
    ///   - sample: the new sample of a frame, by its number in presentation order.
    package static func rewritten(
        _ path: String,
        as name: String,
        describe: (inout VideoTrackConfiguration) -> Void,
        sample: (Int, [UInt8]) throws -> [UInt8]
    ) throws -> String {
        let track = try MovieVideoTrack(FileSource(path: path))
        var video = VideoTrackConfiguration(
            parameterSets: track.parameterSets,
            size: track.format.size,
            timescale: track.timescale
        )
        track.describe(&video)
        describe(&video)
        var assembly = try MovieAssembly(MovieConfiguration(video: video))
        let samples = try track.samples(upTo: nil)
        let order = samples.map(\.presentationTick).sorted()
        var contents: [[UInt8]] = []
        for timed in samples {
            let frame = try #require(order.firstIndex(of: timed.presentationTick))
            let bytes = try sample(frame, track.bytes(of: timed.index))
            let slice = try bytes.withRawSpan { try NALUnitFraming.firstSlice(ofSample: $0) }
            try assembly.muxer.appendVideo(
                byteCount: bytes.count,
                decodeTick: timed.decodeTick,
                duration: timed.duration,
                compositionOffset: timed.presentationTick - timed.decodeTick,
                flags: track.flags(of: timed.index, isHighest: true, slice: slice),
                nalUnitType: slice.type.rawValue
            )
            contents.append(bytes)
        }
        var file: [UInt8] = []
        let layout = try assembly.layOut()
        try assembly.write(layout, to: { file += $0.copied() }) { interleaver in
            for bytes in contents { try bytes.withRawSpan { try interleaver.writeVideo($0) } }
        }
        let new = TemporaryFolder.current.appending(path: name).path
        try Data(file).write(to: URL(filePath: new))
        return new
    }
}
