import Glibc
import Storage

/// Follows the two-pass files while an encoder writes them, and returns the frames that are complete.
///
/// libx265 and libx264 write a line per frame in encode order, and a cutree record per referenced frame in the same
/// order. Both files are opened before the encoder renames them at its end, so nothing is lost at any time.
final class StatisticsTail {
    private let form: StatisticsForm
    private let lines: FollowedFile
    private let cutree: FollowedFile?
    private let grids: (written: CutreeGrid, kept: CutreeGrid)?
    private var optionsLine: String?

    /// Opens the files of `statisticsPath`. `grids` are the grids of the cutree records that are written and returned;
    /// nil if none are written.
    init(
        _ form: StatisticsForm,
        statisticsPath: String,
        grids: (written: CutreeGrid, kept: CutreeGrid)?
    ) throws(EncodingError) {
        self.form = form
        lines = try FollowedFile(path: statisticsPath + ".temp")
        cutree = grids == nil ? nil : try FollowedFile(path: statisticsPath + form.cutreeSuffix + ".temp")
        self.grids = grids
    }

    /// The `#options:` line without the fields about the machine, once it has been read.
    var options: String? { optionsLine }

    /// Reads what is complete now: passes each finished frame to `body` once, in encode order.
    func drain(
        _ body: (FrameStatistics, [UInt8]?) throws(EncodingError) -> Void
    ) throws(EncodingError) {
        try lines.refill()
        try cutree?.refill()
        while let end = lines.pending.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: lines.pending[..<end], as: UTF8.self)
            if optionsLine == nil {
                guard line.hasPrefix("#options:") else { throw damaged(line) }
                optionsLine = Self.withoutProcessor(line)
                lines.consume(through: end)
                continue
            }
            guard let statistics = form.statistics(line) else { throw damaged(line) }
            var record: [UInt8]?
            if let cutree, let grids, statistics.type.isReferenced {
                guard let bytes = cutree.take(grids.written.byteCount) else { return }
                record = grids.written.cropped(bytes, to: grids.kept)
            }
            lines.consume(through: end)
            try body(statistics, record)
        }
    }

    /// The line without the field for the processor's instruction sets. So the stored line is the same on every
    /// machine, and libx265 does not look for that field in its input.
    private static func withoutProcessor(_ line: String) -> String {
        line.split(separator: " ", omittingEmptySubsequences: false).filter { !$0.hasPrefix("cpuid=") }
            .joined(separator: " ")
    }

    private func damaged(_ line: String) -> EncodingError {
        EncodingError(
            .incomplete,
            attempted: "read the encoder's statistics",
            subject: String(line.prefix(80)),
            cause: "it is not a line of the two-pass statistics of \(form)"
        )
    }
}

/// A file that another writer appends to, read once from the start.
private final class FollowedFile {
    private let descriptor: CInt
    private let path: String
    private(set) var pending: ArraySlice<UInt8> = []

    init(path: String) throws(EncodingError) {
        self.path = path
        // Safe: the path is a string that lives through the call.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FollowedFile.failure(path) }
    }

    deinit { close(descriptor) }

    /// Appends everything that was written since the last call.
    func refill() throws(EncodingError) {
        var buffer = [UInt8](repeating: 0, count: 65536)
        if pending.isEmpty { pending = [] }
        while true {
            // Safe: at most the buffer's own length is read into it.
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FollowedFile.failure(path) }
            if count == 0 { return }
            pending += buffer[..<count]
        }
    }

    /// Drops everything up to and including an index.
    func consume(through index: Int) { pending = pending[(index + 1)...] }

    /// Takes the next `count` bytes if they are all available.
    func take(_ count: Int) -> [UInt8]? {
        guard pending.count >= count else { return nil }
        defer { pending = pending.dropFirst(count) }
        return Array(pending.prefix(count))
    }

    private static func failure(_ path: String) -> EncodingError {
        EncodingError(
            .statisticsFolder,
            attempted: "follow the encoder's statistics",
            subject: path,
            cause: unsafe String(cString: strerror(errno))
        )
    }
}
