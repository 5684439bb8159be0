import Media

/// Resolves what the codec of the film excludes.
extension JobResolver {
    /// The codec of the film.
    var codec: VideoCodec { manifest.video.codec }

    /// The dynamic range that is asked for: that of the manifest, or SDR for H.264, of which players know no other.
    var askedRange: Manifest.DynamicRange? { manifest.video.range ?? (codec == .h264 ? .sdr : nil) }

    /// Reports what an H.264 film cannot have.
    mutating func checkCodec() {
        guard codec == .h264 else { return }
        let video = manifest.video
        if let range = video.range, range != .sdr {
            report("video.hdr", "is \(range.rawValue), but H.264 films are SDR", "write sdr, or make an HEVC film")
        }
        if let depth = video.bitDepth, depth != 8 {
            report("video.bitDepth", "is \(depth), but H.264 films have 8 bits", "write 8, or make an HEVC film")
        }
        if video.temporal != nil {
            report("video.temporal", "H.264 films have one temporal level", "leave it out, or make an HEVC film")
        }
        if video.declaresBuffer {
            report("video.hrd", "H.264 films do not declare their buffer", "leave it out, or make an HEVC film")
        }
        if video.dynamicMetadata != nil {
            report("video.dynamicMetadata", "H.264 films have none", "leave it out, or make an HEVC film")
        }
        let frame = source.video.timeline.nominalRate.frameDuration.seconds
        if source.video.timeline.count > 1, manifest.ranges.minimum.seconds < 2 * frame {
            report(
                "ranges.minimum",
                "is less than two frames, and H.264 does not allow two key frames in a row that are encoded apart",
                "write a longer time, or make an HEVC film"
            )
        }
        if source.frameRanges.count > 1, source.frameRanges.contains(where: { $0.count == 1 }) {
            report(
                "source",
                "a film of one frame is joined with others, and H.264 does not allow two key frames in a row that are "
                    + "encoded apart",
                "leave it out, or make an HEVC film"
            )
        }
    }
}
