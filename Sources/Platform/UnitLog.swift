import Glibc

/// The log of one attempt at a unit: the worker's standard error and the messages of the engine.
package struct UnitLog {
    /// Maximum size of the last lines in bytes.
    static let lastWordsByteCount = 2048
    /// Maximum number of last lines.
    package static let lastWordsLineCount = 20

    /// Path of the file.
    package let path: String
    /// Size of the file when this attempt began: a repeated attempt appends to the same file.
    private let offset: off_t

    /// Creates a value for a file, which need not exist, and records its current size.
    package init(path: String) { self.init(path: path, offset: UnitLog.byteCount(of: path)) }

    private init(path: String, offset: off_t) {
        self.path = path
        self.offset = offset
    }

    /// The last lines of a whole file; empty without any.
    package static func lastWords(of path: String) -> String { UnitLog(path: path, offset: 0).lastWords }

    /// Appends a line.
    package func append(_ line: String) {
        // Safe: the calls do not keep the path and the bytes.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array((line + "\n").utf8)
        // One write, so that it does not mix with lines of the worker. A log that cannot be written does not stop an
        // encode.
        _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    }

    /// The last lines since this attempt began, without control characters; empty without any.
    package var lastWords: String {
        let end = UnitLog.byteCount(of: path)
        let start = max(offset, end - off_t(UnitLog.lastWordsByteCount))
        // Safe: the call does not keep the path.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Int(max(end - start, 0)))
        // Safe: the call reads at most the length of the array into it.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, start) }
        guard count > 0 else { return "" }
        // Progress meters rewrite their line; each of its states counts as a line.
        var lines = String(decoding: bytes[..<count], as: UTF8.self)
            .split(omittingEmptySubsequences: true) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
        if start > offset && lines.count > 1 { lines.removeFirst() }
        return lines.suffix(UnitLog.lastWordsLineCount).map { UnitLog.plain($0) }.joined(separator: "\n")
    }

    /// Removes escape sequences and other control characters, so that the text is safe for a terminal.
    package static func plain(_ text: some StringProtocol) -> String {
        var result = String.UnicodeScalarView()
        var isEscape = false
        for scalar in text.unicodeScalars {
            if isEscape {
                // CSI sequences end with a letter or one of @[]^_`{|}~; the opening bracket does not end them.
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
        // Safe: the call does not keep the path, and the structure is owned here.
        return unsafe stat(path, &information) == 0 ? information.st_size : 0
    }
}
