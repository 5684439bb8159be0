import CFFmpeg
import Media

/// Messages of FFmpeg's libraries, kept for error messages instead of being printed.
///
/// FFmpeg has one log for the whole process and names the object that logs. Demuxers and decoders are registered here
/// while they live. For each, the first message since the last query is kept.
enum CodecLog {
    private static let complaints = Locked<[UInt: String]>([:])

    /// Redirects FFmpeg's log here, once per process.
    private static let installation: Void = {
        unsafe av_log_set_callback { speaker, level, format, arguments in
            guard level <= AV_LOG_ERROR, let speaker = unsafe speaker, let format = unsafe format,
                let arguments = unsafe arguments
            else { return }
            let key = UInt(bitPattern: speaker)
            guard CodecLog.complaints.withLock({ $0[key] == "" }) else { return }
            var line = [CChar](repeating: 0, count: 256)
            // Safe: vsnprintf writes at most the given number of bytes; format and arguments are FFmpeg's own pair.
            unsafe line.withUnsafeMutableBufferPointer {
                _ = unsafe vsnprintf($0.baseAddress, $0.count, format, arguments)
            }
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            CodecLog.complaints.withLock { $0[key] = text.split(whereSeparator: \.isNewline).joined(separator: " ") }
        }
    }()

    /// Keeps FFmpeg from printing messages before any object is registered.
    static func listen() { _ = installation }

    /// Starts to record the messages of an FFmpeg object.
    static func register(_ speaker: UnsafeMutableRawPointer) {
        listen()
        let key = UInt(bitPattern: speaker)
        complaints.withLock { $0[key] = "" }
    }

    /// Removes an object before it is freed.
    static func unregister(_ speaker: UnsafeMutableRawPointer) {
        let key = UInt(bitPattern: speaker)
        _ = complaints.withLock { $0.removeValue(forKey: key) }
    }

    /// The first message since the last call, or nil.
    static func takeComplaint(of speaker: UnsafeMutableRawPointer) -> String? {
        let key = UInt(bitPattern: speaker)
        return complaints.withLock { lines in
            guard let line = lines[key], !line.isEmpty else { return nil }
            lines[key] = ""
            return line
        }
    }
}
