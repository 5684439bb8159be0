import Glibc

/// The log of one attempt at a unit: the worker's standard error goes there, and so does what the engine has to say.
package struct UnitLog {
    /// Most bytes of last words.
    static let lastWordsByteCount = 2048
    /// Most lines of last words.
    package static let lastWordsLineCount = 20

    /// Path of the file.
    package let path: String
    /// Size of the file when this attempt began: an attempt that is made again appends to the same file.
    private let offset: off_t

    /// Refers to a file and notes its present end; the file need not be there yet.
    package init(path: String) { self.init(path: path, offset: UnitLog.byteCount(of: path)) }

    private init(path: String, offset: off_t) {
        self.path = path
        self.offset = offset
    }

    /// The last lines of a whole file; empty when there are none.
    package static func lastWords(of path: String) -> String { UnitLog(path: path, offset: 0).lastWords }

    /// Appends a line.
    package func append(_ line: String) {
        // Safe: the path and the bytes are lent for the calls only.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array((line + "\n").utf8)
        // One write, so that lines of the worker do not fall into it. A log that cannot be written stops no encode.
        _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    }

    /// The last lines since this attempt began, without control characters; empty when there are none.
    package var lastWords: String {
        let end = UnitLog.byteCount(of: path)
        let start = max(offset, end - off_t(UnitLog.lastWordsByteCount))
        // Safe: the path is lent for the call only.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Int(max(end - start, 0)))
        // Safe: at most the array's own length is read into it.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, start) }
        guard count > 0 else { return "" }
        // Progress meters rewrite their line: each state of it counts as one.
        var lines = String(decoding: bytes[..<count], as: UTF8.self)
            .split(omittingEmptySubsequences: true) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
        if start > offset && lines.count > 1 { lines.removeFirst() }
        return lines.suffix(UnitLog.lastWordsLineCount).map { UnitLog.plain($0) }.joined(separator: "\n")
    }

    /// Text that does nothing to a terminal: without escape sequences and other control characters.
    package static func plain(_ text: some StringProtocol) -> String {
        var result = String.UnicodeScalarView()
        var isEscape = false
        for scalar in text.unicodeScalars {
            if isEscape {
                // CSI sequences end with a letter or one of @[]^_`{|}~; the opening bracket is none of the ends.
                if scalar != "[" && (0x40...0x7E).contains(scalar.value) { isEscape = false }
            } else if scalar == "\u{1B}" {
                isEscape = true
            } else if scalar == "\t" || scalar.properties.generalCategory != .control {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func byteCount(of path: String) -> off_t {
        var information = stat()
        // Safe: the path is lent for the call only, and the structure is owned here.
        return unsafe stat(path, &information) == 0 ? information.st_size : 0
    }
}
