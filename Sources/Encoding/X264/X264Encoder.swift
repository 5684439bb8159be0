import CX264
import Checksums
import Media

/// An open libx264 encoder: pictures in, access units out. One owner, closed in deinit.
///
/// Single-threaded by its options; never used from two threads at once.
@safe final class X264Encoder: PictureEncoder {
    /// Whether P pictures share one quantiser scale, by macroblock tree.
    let usesMacroblockTree: Bool
    /// level_idc as libx264 resolved it.
    let level: Int
    private let encoder: OpaquePointer
    private let size: PictureSize
    /// Chroma of the last reconstruction, which libx264 interleaves: all of U, then all of V.
    private let chroma: UnsafeMutableBufferPointer<UInt8>
    private var picturesIn = 0

    /// Opens an encoder; libx264 copies the parameters.
    init(_ parameters: consuming X264Parameters, size: PictureSize) throws(EncodingError) {
        // Safe: the block is alive during the call.
        guard let encoder = unsafe granary_x264_open(parameters.block) else {
            throw EncodingError(
                .notOpened,
                attempted: "open the encoder",
                subject: "\(size), H.264",
                cause: "libx264 rejected the settings; its message is in the log of the range",
                remedy: "check video.options"
            )
        }
        // Safe: libx264 writes no more than one block, whose strings stay those of the encoder.
        var resolved = unsafe x264_param_t()
        unsafe x264_encoder_parameters(encoder, &resolved)
        usesMacroblockTree = unsafe resolved.rc.b_mb_tree != 0
        level = unsafe Int(resolved.i_level_idc)
        unsafe self.encoder = unsafe encoder
        self.size = size
        unsafe chroma = .allocate(capacity: size.width / 2 * (size.height / 2) * 2)
    }

    deinit {
        // Safe: both were allocated in init and are released once.
        unsafe x264_encoder_close(encoder)
        unsafe chroma.deallocate()
    }

    /// SPS, PPS and the message with the encoder's settings as libx264 writes them, each with its length.
    func headers() throws(EncodingError) -> [UInt8] {
        var units: UnsafeMutablePointer<x264_nal_t>?
        var count: Int32 = 0
        // Safe: both are written by the call; the units are valid until the next one.
        let byteCount = unsafe x264_encoder_headers(encoder, &units, &count)
        guard byteCount > 0, let first = unsafe units else { throw failure("write the parameter sets") }
        // Safe: the payloads of one call lie one after the other, `byteCount` bytes in total.
        return unsafe [UInt8](UnsafeBufferPointer(start: first.pointee.p_payload, count: Int(byteCount)))
    }

    func encode(
        _ picture: Picture,
        as kind: PlannedPicture.Kind?,
        lend: (borrowing ReconstructedPicture) throws -> Void
    ) throws -> EncoderOutput? {
        let place = picturesIn
        picturesIn += 1
        // Safe: libx264 copies the planes during the call, while `storage` is lent; strides and offsets are those
        // of `Picture`, whose initializer checked that the storage holds all three planes.
        return unsafe try picture.storage.withUnsafeBytes { bytes -> EncoderOutput? in
            guard let base = unsafe bytes.bindMemory(to: UInt8.self).baseAddress else {
                throw failure("encode frame \(picture.frame)")
            }
            var input = unsafe x264_picture_t()
            unsafe x264_picture_init(&input)
            unsafe input.i_pts = Int64(place)
            unsafe input.i_type = X264Encoder.sliceType(place == 0 ? .idr : kind)
            unsafe input.img.i_csp = X264_CSP_I420
            unsafe input.img.i_plane = 3
            let start = unsafe UnsafeMutablePointer(mutating: base)
            unsafe input.img.plane.0 = unsafe start
            unsafe input.img.plane.1 = unsafe start + picture.byteRange(ofPlane: 1).lowerBound
            unsafe input.img.plane.2 = unsafe start + picture.byteRange(ofPlane: 2).lowerBound
            unsafe input.img.i_stride.0 = Int32(picture.stride(ofPlane: 0))
            unsafe input.img.i_stride.1 = Int32(picture.stride(ofPlane: 1))
            unsafe input.img.i_stride.2 = Int32(picture.stride(ofPlane: 2))
            return unsafe try exchange(&input, attempted: "encode frame \(picture.frame)", lend)
        }
    }

    func flush(lend: (borrowing ReconstructedPicture) throws -> Void) throws -> EncoderOutput? {
        // Safe: the encoder is open. A call may return nothing although pictures are left.
        while unsafe x264_encoder_delayed_frames(encoder) > 0 {
            if let output = unsafe try exchange(nil, attempted: "flush the encoder", lend) { return output }
        }
        return nil
    }

    private static func sliceType(_ kind: PlannedPicture.Kind?) -> Int32 {
        switch kind {
        case nil: X264_TYPE_AUTO
        case .idr: X264_TYPE_IDR
        case .predicted: X264_TYPE_P
        case .bidirectional: X264_TYPE_B
        }
    }

    private func exchange(
        _ picture: UnsafeMutablePointer<x264_picture_t>?,
        attempted: String,
        _ lend: (borrowing ReconstructedPicture) throws -> Void
    ) throws -> EncoderOutput? {
        var units: UnsafeMutablePointer<x264_nal_t>?
        var count: Int32 = 0
        var output = unsafe x264_picture_t()
        // Safe: all pointers are valid during the call; its result is valid until the next one and is copied here.
        let byteCount = unsafe x264_encoder_encode(encoder, &units, &count, picture, &output)
        guard byteCount >= 0 else { throw failure(attempted) }
        guard byteCount > 0, let first = unsafe units else { return nil }
        let reconstruction = unsafe try reconstruction(of: output, attempted)
        try lend(reconstruction)
        let psnr = unsafe output.prop.f_psnr
        return EncoderOutput(
            place: unsafe Int(output.i_pts),
            hash: PictureHasher.hash(of: reconstruction),
            psnr: (psnr.0, psnr.1, psnr.2),
            ssim: unsafe output.prop.f_ssim,
            // Safe: the payloads of one call lie one after the other, `byteCount` bytes in total.
            bytes: unsafe [UInt8](UnsafeBufferPointer(start: first.pointee.p_payload, count: Int(byteCount)))
        )
    }

    /// The picture that decoders will output. libx264 keeps U and V interleaved (NV12).
    private func reconstruction(
        of output: x264_picture_t,
        _ attempted: String
    ) throws(EncodingError) -> ReconstructedPicture {
        let image = unsafe output.img
        guard image.i_csp & X264_CSP_MASK == X264_CSP_NV12, let luma = unsafe image.plane.0,
            let pairs = unsafe image.plane.1
        else { throw failure(attempted) }
        let (width, height) = (size.width / 2, size.height / 2)
        let second = width * height
        for row in 0..<height {
            // Safe: the plane has `height` rows of at least `2 * width` bytes, `i_stride` apart; the buffer has room
            // for two planes of `width * height`.
            let line = unsafe pairs + row * Int(image.i_stride.1)
            for column in 0..<width {
                unsafe chroma[row * width + column] = unsafe line[2 * column]
                unsafe chroma[second + row * width + column] = unsafe line[2 * column + 1]
            }
        }
        let planes = unsafe [
            UnsafeMutableRawPointer(luma), UnsafeMutableRawPointer(chroma.baseAddress),
            chroma.baseAddress.map { unsafe UnsafeMutableRawPointer($0 + second) },
        ]
        let strides = [Int(image.i_stride.0), width, width]
        guard
            let picture = unsafe ReconstructedPicture(
                lending: planes,
                strides: strides,
                place: Int(output.i_pts),
                size: size,
                format: .yuv420p8
            )
        else { throw failure(attempted) }
        return picture
    }

    private func failure(_ attempted: String) -> EncodingError {
        EncodingError(
            .encoderFailed,
            attempted: attempted,
            subject: "\(size), H.264",
            cause: "libx264 reported an error; its message is in the log of the range"
        )
    }
}
