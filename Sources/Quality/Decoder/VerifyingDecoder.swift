import CDe265
package import Media

/// An HEVC decoder that shares no code with the encoder or with FFmpeg: libde265, single-threaded.
///
/// Samples are passed in decode order, as an MP4 stores them. Pictures are returned in output order, each with the tag
/// of its sample, and are valid for the duration of the callback. Output lags behind input; `flush` returns the rest.
/// After an error the decoder must not be used again. Not Sendable: it belongs to the thread that uses it.
@safe package final class VerifyingDecoder {
    private let context: UnsafeMutableRawPointer
    /// Warnings of libde265, oldest first; at most 100 are kept.
    ///
    /// A stream without warnings may still be wrong: libde265 replaces a missing reference picture without a warning.
    /// Only hashes and counts prove that the pictures are correct.
    package private(set) var warnings: [DecoderWarning] = []

    private static let warningLimit = 100

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - highestTemporalLevel: NAL units with a higher TemporalId are not decoded; nil decodes all.
    ///   - withholdsDamaged: true does not return pictures in which libde265 finds an error, nor those that refer to
    ///     them. libde265 never frees the memory of a picture that it withholds, and stops after some thirty of them.
    package init(highestTemporalLevel: Int? = nil, withholdsDamaged: Bool = false) throws(DecodeError) {
        // Safe: only this object owns the context, and frees it once in deinit.
        guard let context = unsafe de265_new_decoder() else {
            throw DecodeError(code: .decoderUnavailable, tag: nil, cause: "libde265 could not be initialised")
        }
        if let highestTemporalLevel {
            unsafe de265_set_limit_TID(context, CInt(clamping: highestTemporalLevel))
        }
        if withholdsDamaged {
            unsafe de265_set_parameter_bool(context, DE265_DECODER_PARAM_SUPPRESS_FAULTY_PICTURES, 1)
        }
        unsafe self.context = unsafe context
    }

    deinit { unsafe de265_free_decoder(context) }

    /// Version of libde265, as in `1.0.11`.
    package static var libraryVersion: String {
        // Safe: a constant C string of the library, or nil.
        unsafe de265_get_version().map { unsafe String(cString: $0) } ?? "unknown"
    }

    /// Sets the parameter sets of the samples that follow. Call it before the first sample.
    package func configure(_ parameterSets: ParameterSets) throws(DecodeError) {
        for unit in [parameterSets.vps, parameterSets.sps, parameterSets.pps] {
            // Safe: bytes have no padding between them.
            try push(unsafe unit.span.bytes, tag: nil)
        }
    }

    /// Decodes one sample, and passes the pictures that are due for output.
    ///
    /// - Parameters:
    ///   - sample: one access unit; each NAL unit follows its length in four bytes, big-endian.
    ///   - tag: returned with the picture of this sample, for example its number in decode order.
    ///   - isOutputAtOnce: true passes the picture of this sample in this call, and so each in decode order. Warnings
    ///     and errors of the call are then those of the sample.
    ///   - output: takes one picture at a time, in output order; an error that it throws ends the call.
    package func decode(
        _ sample: RawSpan,
        tag: Int64,
        isOutputAtOnce: Bool = false,
        output: (borrowing DecodedPicture) throws -> Void
    ) throws {
        var offset = 0
        while offset < sample.byteCount {
            guard sample.byteCount - offset > 4 else { throw malformed("it ends within the length of a NAL unit", tag) }
            let length = (0..<4).reduce(0) { $0 << 8 | Int(sample[byte: offset + $1]) }
            offset += 4
            guard length >= 2, length <= sample.byteCount - offset else {
                throw malformed("a NAL unit of \(length) bytes has only \(sample.byteCount - offset) left", tag)
            }
            try push(sample.extracting(offset..<offset + length), tag: tag)
            offset += length
        }
        guard offset > 0 else { throw malformed("it has no NAL unit", tag) }
        // The end of the frame empties the reorder buffer, so pictures come out in decode order.
        if isOutputAtOnce { unsafe de265_push_end_of_frame(context) }
        try drain(tag: tag, output: output)
    }

    /// Ends the stream, and passes all pictures that still wait for output.
    package func flush(output: (borrowing DecodedPicture) throws -> Void) throws {
        try check(unsafe de265_flush_data(context), tag: nil)
        try drain(tag: nil, output: output)
    }

    /// The warnings since the last call, oldest first, which are then forgotten.
    package func takeWarnings() -> [DecoderWarning] {
        defer { warnings.removeAll() }
        return warnings
    }

    private func push(_ unit: RawSpan, tag: Int64?) throws(DecodeError) {
        // Safe: libde265 copies the bytes before it returns.
        let status = unsafe unit.withUnsafeBytes {
            unsafe de265_push_NAL(context, $0.baseAddress, CInt(clamping: $0.count), tag ?? 0, nil)
        }
        try check(status, tag: tag)
    }

    /// Decodes the pushed data. With a full picture buffer libde265 stalls until output is taken.
    private func drain(tag: Int64?, output: (borrowing DecodedPicture) throws -> Void) throws {
        var hasMore: CInt = 1
        while hasMore != 0 {
            let status = unsafe de265_decode(context, &hasMore)
            let delivered = try deliver(output)
            collectWarnings(tag: tag)
            if status == DE265_ERROR_WAITING_FOR_INPUT_DATA { break }
            if status == DE265_ERROR_IMAGE_BUFFER_FULL, delivered { continue }
            try check(status, tag: tag)
        }
    }

    private func deliver(_ output: (borrowing DecodedPicture) throws -> Void) throws -> Bool {
        var delivered = false
        // Safe: a peeked image stays valid until it is released, which happens after its last use.
        while let image = unsafe de265_peek_next_picture(context) {
            defer { unsafe de265_release_next_picture(context) }
            delivered = true
            try output(try unsafe DecodedPicture(lending: image))
        }
        return delivered
    }

    private func collectWarnings(tag: Int64?) {
        while true {
            let warning = unsafe de265_get_warning(context)
            guard warning != DE265_OK else { return }
            guard warnings.count < Self.warningLimit else { continue }
            warnings.append(DecoderWarning(code: Int(warning.rawValue), text: text(of: warning), tag: tag))
        }
    }

    private func check(_ status: de265_error, tag: Int64?) throws(DecodeError) {
        guard de265_isOK(status) == 0 else { return }
        throw DecodeError(code: .decoderFailed, tag: tag, cause: "libde265 reports: \(text(of: status))")
    }

    private func text(of status: de265_error) -> String {
        // Safe: a constant C string of the library, or nil.
        unsafe de265_get_error_text(status).map { unsafe String(cString: $0) } ?? "error \(status.rawValue)"
    }

    private func malformed(_ cause: String, _ tag: Int64) -> DecodeError {
        DecodeError(code: .malformedSample, tag: tag, cause: cause)
    }
}

extension RawSpan {
    /// The byte at an offset, checked against the span's bounds.
    fileprivate subscript(byte offset: Int) -> UInt8 {
        // Safe: the offset is checked before the load, and a byte needs no alignment.
        precondition(offset >= 0 && offset < byteCount, "offset \(offset) is outside of \(byteCount) bytes")
        return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
    }
}
