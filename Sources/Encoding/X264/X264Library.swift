import CX264
package import Media

/// The libx264 of this machine.
package enum X264Library {
    /// The build in jobs and stores, by the library's own words: as in "x264 core 164 r3095 baee400".
    ///
    /// The header file has a version, too, but that of the day when Granary was built. The library has no call for its
    /// own, and writes it into streams only.
    package static let buildName: String = {
        let settings = EncoderSettings(
            size: PictureSize(width: 16, height: 16),
            format: .yuv420p8,
            frameRate: FrameRate(frames: 24, seconds: 1),
            speed: "ultrafast",
            codec: .h264
        )
        guard let header = try? X264Encoder.message(settings) else { return "x264 of an unknown build" }
        let words = header.split(separator: " ")
        // "x264 - core 164 r3095 baee400 - H.264/MPEG-4 AVC codec - ..."
        guard let core = words.firstIndex(of: "core"), let end = words[core...].firstIndex(of: "-") else {
            return "x264 of an unknown build"
        }
        return "x264 " + words[core..<end].joined(separator: " ")
    }()
}

extension X264Library {
    /// Opens an encoder as the ranges of a film will, and closes it. Throws if the library rejects a combination of
    /// options that it accepts one by one; its message goes to standard error.
    package static func check(_ settings: EncoderSettings) throws(EncodingError) {
        _ = try X264Encoder.filmLevel(settings)
    }
}
