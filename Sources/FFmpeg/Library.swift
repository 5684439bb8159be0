import CFFmpeg

/// FFmpeg's libraries as a whole: versions, error texts, the log, and the choice of processor instructions.
package enum Library {
    /// As in "libavformat 59.27.100, libavcodec 59.37.100": the running versions, not those at build time.
    package static var versions: String {
        "libavformat \(version(avformat_version())), libavcodec \(version(avcodec_version()))"
    }

    /// The same at build time. The running ones may be newer, as a distribution updates its libraries.
    package static let builtVersions =
        "libavformat \(LIBAVFORMAT_VERSION_MAJOR).\(LIBAVFORMAT_VERSION_MINOR).\(LIBAVFORMAT_VERSION_MICRO), "
        + "libavcodec \(LIBAVCODEC_VERSION_MAJOR).\(LIBAVCODEC_VERSION_MINOR).\(LIBAVCODEC_VERSION_MICRO)"

    private static func version(_ packed: UInt32) -> String { "\(packed >> 16).\(packed >> 8 & 255).\(packed & 255)" }

    /// Makes codecs that are opened from now on compute the same on every processor, or again as fast as they can.
    ///
    /// The setting is one of the whole process.
    package static func computePortably(_ isPortable: Bool) { av_force_cpu_flags(isPortable ? 0 : -1) }

    /// FFmpeg's text for one of its error codes.
    static func words(of code: CInt) -> String {
        var text = [CChar](repeating: 0, count: 128)
        // Safe: av_strerror writes at most the given number of bytes, its terminating zero included.
        unsafe text.withUnsafeMutableBufferPointer { _ = unsafe av_strerror(code, $0.baseAddress, $0.count) }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether a code asks for more input first.
    static func isAgain(_ code: CInt) -> Bool { granary_is_again(code) != 0 }

    /// Whether a code is the end of the input.
    static func isEnd(_ code: CInt) -> Bool { granary_is_end(code) != 0 }

    /// Whether a code says that the input is damaged.
    static func isInvalidData(_ code: CInt) -> Bool { granary_is_invalid_data(code) != 0 }

    /// A timestamp; nil if it is FFmpeg's number for none.
    static func timestamp(_ value: Int64) -> Int64? { value == granary_no_timestamp ? nil : value }

    /// Redirects FFmpeg's log to `MessageLog`, once per process.
    static let listening: Void = {
        unsafe av_log_set_callback { speaker, level, format, arguments in
            guard level <= AV_LOG_ERROR, let speaker = unsafe speaker, let format = unsafe format,
                let arguments = unsafe arguments
            else { return }
            let key = UInt(bitPattern: speaker)
            guard MessageLog.isWanted(key) else { return }
            var line = [CChar](repeating: 0, count: 256)
            // Safe: vsnprintf writes at most the given number of bytes; format and arguments are FFmpeg's own pair.
            unsafe line.withUnsafeMutableBufferPointer {
                _ = unsafe vsnprintf($0.baseAddress, $0.count, format, arguments)
            }
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            MessageLog.note(text.split(whereSeparator: \.isNewline).joined(separator: " "), of: key)
        }
    }()
}
