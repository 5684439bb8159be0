import CX265
import Checksums
import Foundation
import Glibc
import Media

/// An open libx265 encoder: pictures in, access units out. One owner, closed in deinit.
///
/// Single-threaded by its options; never used from two threads at once.
@safe final class X265Encoder: PictureEncoder {
    /// The parameters as libx265 resolved them.
    struct Resolved {
        let usesCutree: Bool
        let quantizationGroupSize: Int
        /// Width and height of the smallest coding block in luma samples.
        let minimumBlock: Int
    }

    let resolved: Resolved
    private let parameters: X265Parameters
    private let encoder: OpaquePointer
    private let input: UnsafeMutablePointer<x265_picture>
    private let output: UnsafeMutablePointer<x265_picture>
    private let size: PictureSize
    private let format: PixelFormat

    /// Held while an encoder is opened: the first one of a process fills tables of the library, which has no lock.
    private static let opening = NSLock()

    /// Opens an encoder; libx265 copies the parameters.
    init(_ parameters: consuming X265Parameters, size: PictureSize, format: PixelFormat) throws(EncodingError) {
        let api = unsafe parameters.api
        let block = unsafe parameters.block
        // Safe: the block stays alive as long as this object, which owns `parameters`.
        guard let encoder = unsafe Self.opening.withLock({ unsafe api.pointee.encoder_open(block) }) else {
            throw EncodingError(
                .notOpened,
                attempted: "open the encoder",
                subject: "\(size), \(format.bitDepth) bit",
                cause: "libx265 rejected the settings; its message is in the log of the range",
                remedy: "check video.options"
            )
        }
        guard let input = unsafe api.pointee.picture_alloc() else {
            unsafe api.pointee.encoder_close(encoder)
            throw EncodingError(.notOpened, attempted: "open the encoder", subject: "\(size)", cause: "out of memory")
        }
        guard let output = unsafe api.pointee.picture_alloc() else {
            unsafe api.pointee.picture_free(input)
            unsafe api.pointee.encoder_close(encoder)
            throw EncodingError(.notOpened, attempted: "open the encoder", subject: "\(size)", cause: "out of memory")
        }
        // Safe: the block is alive, and libx265 writes no more than one block.
        unsafe api.pointee.encoder_parameters(encoder, block)
        resolved = Resolved(
            usesCutree: unsafe block.pointee.rc.cuTree != 0,
            quantizationGroupSize: unsafe Int(block.pointee.rc.qgSize),
            minimumBlock: unsafe Int(block.pointee.minCUSize)
        )
        unsafe self.encoder = encoder
        unsafe self.input = unsafe input
        unsafe self.output = unsafe output
        self.size = size
        self.format = format
        self.parameters = parameters
    }

    deinit {
        // Safe: each of the three was allocated in init by the same table and is released once.
        unsafe parameters.api.pointee.encoder_close(encoder)
        unsafe parameters.api.pointee.picture_free(input)
        unsafe parameters.api.pointee.picture_free(output)
    }

    /// The open encoder's value of a setting by its name for `param_parse`; nil if it cannot be read.
    func values(of name: String) -> [Double]? { parameters.values(of: name) }

    /// The open encoder's values of all settings that can be read, by their names for `param_parse`.
    var values: [String: [Double]] {
        Dictionary(uniqueKeysWithValues: parameters.names.map { ($0, parameters.values(of: $0) ?? []) })
    }

    /// VPS, SPS and PPS as libx265 writes them, each with its length.
    func headers() throws(EncodingError) -> [UInt8] {
        var units: UnsafeMutablePointer<x265_nal>?
        var count: UInt32 = 0
        guard unsafe parameters.api.pointee.encoder_headers(encoder, &units, &count) >= 0 else {
            throw failure("write the parameter sets")
        }
        return unsafe X265Encoder.copy(units, count)
    }

    /// Gives a picture to the encoder, which chooses its slice type if `kind` is nil. Returns a coded picture if one is
    /// ready.
    ///
    /// `lend` is called with the reconstruction of the coded picture.
    func encode(
        _ picture: Picture,
        as kind: PlannedPicture.Kind?,
        lend: (borrowing ReconstructedPicture) throws -> Void
    ) throws -> EncoderOutput? {
        // Safe: libx265 copies the planes during the call, while `storage` is lent; strides and offsets are those
        // of `Picture`, whose initializer checked that the storage holds all three planes.
        unsafe try picture.storage.withUnsafeBytes { bytes -> EncoderOutput? in
            unsafe parameters.api.pointee.picture_init(parameters.block, input)
            unsafe input.pointee.bitDepth = Int32(format.bitDepth)
            unsafe input.pointee.pts = Int64(picture.frame)
            unsafe input.pointee.sliceType = X265Encoder.sliceType(kind)
            guard let base = bytes.baseAddress else { throw failure("encode frame \(picture.frame)") }
            let start = unsafe UnsafeMutableRawPointer(mutating: base)
            unsafe input.pointee.planes.0 = unsafe start
            unsafe input.pointee.planes.1 = unsafe start + picture.byteRange(ofPlane: 1).lowerBound
            unsafe input.pointee.planes.2 = unsafe start + picture.byteRange(ofPlane: 2).lowerBound
            unsafe input.pointee.stride.0 = Int32(picture.stride(ofPlane: 0))
            unsafe input.pointee.stride.1 = Int32(picture.stride(ofPlane: 1))
            unsafe input.pointee.stride.2 = Int32(picture.stride(ofPlane: 2))
            return unsafe try exchange(input, attempted: "encode frame \(picture.frame)", lend)
        }
    }

    /// Requests what the lookahead still holds; nil if nothing is left.
    func flush(lend: (borrowing ReconstructedPicture) throws -> Void) throws -> EncoderOutput? {
        unsafe try exchange(nil, attempted: "flush the encoder", lend)
    }

    private static func sliceType(_ kind: PlannedPicture.Kind?) -> Int32 {
        switch kind {
        case nil: X265_TYPE_AUTO
        case .idr: X265_TYPE_IDR
        case .predicted: X265_TYPE_P
        case .bidirectional: X265_TYPE_B
        }
    }

    private func exchange(
        _ picture: UnsafeMutablePointer<x265_picture>?,
        attempted: String,
        _ lend: (borrowing ReconstructedPicture) throws -> Void
    ) throws -> EncoderOutput? {
        var units: UnsafeMutablePointer<x265_nal>?
        var count: UInt32 = 0
        // Safe: all pointers are owned by this object; the result is valid until the next call and is copied here.
        let result = unsafe parameters.api.pointee.encoder_encode(encoder, &units, &count, picture, output)
        guard result >= 0 else { throw failure(attempted) }
        guard result > 0, count > 0 else { return nil }
        guard let reconstruction = unsafe ReconstructedPicture(lending: output.pointee, size: size, format: format)
        else { throw failure(attempted) }
        try lend(reconstruction)
        return EncoderOutput(
            place: unsafe Int(output.pointee.poc),
            hash: PictureHasher.hash(of: reconstruction),
            psnr: unsafe (
                output.pointee.frameData.psnrY + peakCorrection, output.pointee.frameData.psnrU + peakCorrection,
                output.pointee.frameData.psnrV + peakCorrection
            ),
            ssim: unsafe output.pointee.frameData.ssim,
            bytes: unsafe X265Encoder.copy(units, count)
        )
    }

    /// In dB: x265 uses 255 << 2 as the peak of 10-bit samples, but PSNR is defined with the greatest sample, 1023.
    private var peakCorrection: Double {
        let depth = Double(format.bitDepth)
        return 20 * log10((exp2(depth) - 1) / (255 * exp2(depth - 8)))
    }

    private static func copy(_ units: UnsafeMutablePointer<x265_nal>?, _ count: UInt32) -> [UInt8] {
        guard let units = unsafe units else { return [] }
        var bytes: [UInt8] = []
        for index in 0..<Int(count) {
            // Safe: libx265 returns `count` NAL units, each with `sizeBytes` readable bytes.
            let unit = unsafe units[index]
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: unit.payload, count: Int(unit.sizeBytes)))
        }
        return bytes
    }

    private func failure(_ attempted: String) -> EncodingError {
        EncodingError(
            .encoderFailed,
            attempted: attempted,
            subject: "\(size), \(format.bitDepth) bit",
            cause: "libx265 reported an error; its message is in the log of the range"
        )
    }
}
