import CFFmpeg

/// Converts audio to planar floating point, and to another sample rate and other speakers if requested: the owner of an
/// SwrContext.
@safe package final class Resampler {
    private let converter: OpaquePointer
    /// Channels of the frames, and of the result.
    private let channelCounts: (from: Int, to: Int)
    private let sampleRate: Int
    private let format: Int32

    /// Creates a converter for frames like this one; nil if libswresample cannot convert them.
    ///
    /// - Parameters:
    ///   - own: the speakers of the frames, in the order of their channels, whatever the frames call them.
    ///   - mask: the speakers of the result. Channels keep their order if both are the same.
    package init?(like frame: Frame, own: UInt64, sampleRate: Int, mask: UInt64) {
        // Safe: the converter is owned by this object alone and freed in deinit.
        guard let made = unsafe granary_sound_converter(frame.raw, own, CInt(sampleRate), mask) else { return nil }
        unsafe converter = made
        channelCounts = (frame.channelCount, mask.nonzeroBitCount)
        self.sampleRate = frame.sampleRate
        format = frame.format
    }

    deinit {
        var converter: OpaquePointer? = unsafe converter
        unsafe swr_free(&converter)
    }

    /// Whether a frame has the same format as the first one.
    package func takes(_ frame: Frame) -> Bool {
        frame.sampleRate == sampleRate && frame.format == format && frame.channelCount == channelCounts.from
    }

    /// The samples of a frame by channel. Without a frame: the samples that are left at the end.
    ///
    /// Precondition: it takes the frame.
    package func convert(_ frame: Frame?) -> [[Float]] {
        precondition(frame.map { takes($0) } ?? true, "a frame has the format of the first one")
        let incoming = frame?.sampleCount ?? 0
        let room = Int(unsafe swr_get_out_samples(converter, CInt(incoming)))
        guard room > 0 else { return Array(repeating: [], count: channelCounts.to) }
        let channelCount = channelCounts.to
        var samples = [Float](repeating: 0, count: room * channelCount)
        // Safe: each plane has room for `room` samples, and no more of the frame's own planes is read than they have.
        let made = unsafe samples.withUnsafeMutableBytes { bytes in
            var planes: [UnsafeMutablePointer<UInt8>?] = unsafe (0..<channelCount).map { channel in
                unsafe bytes.baseAddress?.advanced(by: channel * room * 4).assumingMemoryBound(to: UInt8.self)
            }
            return unsafe planes.withUnsafeMutableBufferPointer { planes in
                unsafe granary_convert_sound(converter, planes.baseAddress, CInt(room), frame?.raw)
            }
        }
        let count = max(0, Int(made))
        return (0..<channelCount).map { Array(samples[$0 * room..<$0 * room + count]) }
    }
}
