import FFmpeg
import Media

/// Converts decoded audio to planar floating point, and to another sample rate and other speakers if requested.
final class AudioConverter {
    private let resampler: Resampler
    /// Samples per second of the input.
    let sourceRate: Int

    /// Creates a converter for frames in the format of this one, whose speakers are `own`.
    init(like frame: Frame, own: UInt64, to layout: AudioLayout, path: String) throws(IntakeError) {
        sourceRate = frame.sampleRate
        guard let resampler = Resampler(like: frame, own: own, sampleRate: layout.sampleRate, mask: layout.mask) else {
            let cause = "libswresample cannot convert \(frame.channelCount) channels of \(sourceRate) Hz"
            throw IntakeError.library(path, attempted: "encode its audio", cause: cause)
        }
        self.resampler = resampler
    }

    /// Whether a frame has the same format as the first one.
    func takes(_ frame: Frame) -> Bool { resampler.takes(frame) }

    /// The samples of a frame by channel. Without a frame: the samples that are left at the end.
    func convert(_ frame: Frame?) -> [[Float]] { resampler.convert(frame) }
}
