package import Media

/// The libraries that encode the films of a job.
package enum EncoderLibraries {
    /// The builds for films of a codec, as jobs, stores and results name them. The scout of every film uses libx265.
    package static func buildName(for codec: VideoCodec) -> String {
        switch codec {
        case .hevc: X265Library.buildName
        case .h264: "\(X265Library.buildName), \(X264Library.buildName)"
        }
    }
}
