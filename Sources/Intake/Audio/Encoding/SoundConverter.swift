import CFFmpeg
import Media

/// Converts decoded audio to planar floating point, and to another sample rate if requested: the owner of an
/// SwrContext.
@safe final class SoundConverter {
    private let converter: OpaquePointer
    private let layout: SoundLayout
    /// Samples per second of the input.
    let sourceRate: Int
    private let format: CInt
    private let channelCount: Int

    /// Creates a converter for frames in the format of this one, which must be readable during the call.
    init(like frame: UnsafePointer<AVFrame>, to layout: SoundLayout, path: String) throws(IntakeError) {
        self.layout = layout
        // Safe: the caller guarantees that the frame is readable.
        unsafe sourceRate = Int(frame.pointee.sample_rate)
        unsafe format = frame.pointee.format
        unsafe channelCount = Int(granary_frame_channel_count(frame))
        guard let made = unsafe granary_sound_converter(frame, CInt(layout.sampleRate), layout.mask) else {
            let cause = "libswresample cannot convert \(channelCount) channels of \(sourceRate) Hz"
            throw IntakeError.library(path, attempted: "encode its audio", cause: cause)
        }
        unsafe converter = made
    }

    deinit {
        var converter: OpaquePointer? = unsafe converter
        unsafe swr_free(&converter)
    }

    /// Whether a frame has the same format as the first one.
    func takes(_ frame: UnsafePointer<AVFrame>) -> Bool {
        unsafe Int(frame.pointee.sample_rate) == sourceRate && frame.pointee.format == format
            && Int(granary_frame_channel_count(frame)) == channelCount
    }

    /// The samples of a frame by channel. Without a frame: the samples that are left at the end.
    func convert(_ frame: UnsafePointer<AVFrame>?) -> [[Float]] {
        let incoming = unsafe frame.map { unsafe Int($0.pointee.nb_samples) } ?? 0
        let room = Int(unsafe swr_get_out_samples(converter, CInt(incoming)))
        guard room > 0 else { return Array(repeating: [], count: channelCount) }
        var samples = [Float](repeating: 0, count: room * channelCount)
        // Safe: each plane has room for `room` samples, and no more of the frame's own planes is read than they have.
        let made = unsafe samples.withUnsafeMutableBytes { bytes in
            var planes: [UnsafeMutablePointer<UInt8>?] = unsafe (0..<channelCount).map { channel in
                unsafe bytes.baseAddress?.advanced(by: channel * room * 4).assumingMemoryBound(to: UInt8.self)
            }
            return unsafe planes.withUnsafeMutableBufferPointer { planes in
                unsafe granary_convert_sound(converter, planes.baseAddress, CInt(room), frame)
            }
        }
        let count = max(0, Int(made))
        return (0..<channelCount).map { Array(samples[$0 * room..<$0 * room + count]) }
    }
}
