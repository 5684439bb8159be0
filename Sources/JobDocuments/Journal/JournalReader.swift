import Glibc
import Platform

/// Reads whole lines of a job's journal from a position on: the number of bytes before it.
package struct JournalReader: Hashable, Sendable {
    /// Most bytes that one call reads. A line is shorter.
    package static let pieceByteCount = 1 << 18

    /// A line with the position after it.
    package struct Line: Hashable, Sendable {
        /// Its bytes, without its line end: an object of JSON without control characters.
        package let bytes: [UInt8]
        /// Where the next line begins.
        package let end: Int64
    }

    private let path: String

    /// Creates a value for the journal at a path, which need not exist.
    package init(path: String) { self.path = path }

    /// Size of the journal in bytes; 0 if there is none.
    package var byteCount: Int64 { FileStatus(path: path)?.byteCount ?? 0 }

    /// The position after the last whole line.
    package var endOfLines: Int64 {
        // The last piece has a line end, unless the journal is damaged.
        var position = max(byteCount - Int64(Self.pieceByteCount), 0)
        while true {
            let next = lines(from: position).end
            if next == position { return position }
            position = next
        }
    }

    /// The position at which reading can go on: the given one if a line begins there, otherwise the beginning. A
    /// journal that was removed with its job and begun again has other positions.
    package func checked(_ position: Int64) -> Int64 {
        guard position > 0 else { return 0 }
        var before: [UInt8] = []
        return read(&before, from: position - 1, count: 1) == 1 && before == [0x0A] ? position : 0
    }

    /// The lines from a position on, at most a piece of the journal, and the position after them. A line that is not
    /// written to its end yet is left for later; one that is no object of JSON is passed over.
    package func lines(from position: Int64) -> (lines: [Line], end: Int64) {
        var bytes: [UInt8] = []
        guard read(&bytes, from: position, count: Self.pieceByteCount) > 0 else { return ([], position) }
        var lines: [Line] = []
        var end = position
        for part in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            end += Int64(part.count) + 1
            guard part.first == 0x7B, part.last == 0x7D, !part.contains(where: { $0 < 0x20 }) else { continue }
            lines.append(Line(bytes: Array(part), end: end))
        }
        // A piece without a line end is no line of a journal.
        if end == position, bytes.count == Self.pieceByteCount { end += Int64(bytes.count) }
        return (lines, end)
    }

    private func read(_ bytes: inout [UInt8], from position: Int64, count: Int) -> Int {
        // Safe: the call does not keep the path.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        bytes = [UInt8](repeating: 0, count: count)
        // Safe: the call reads at most the length of the array into it.
        let got = unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, $0.count, Int(position))
        }
        bytes.removeLast(count - max(got, 0))
        return got
    }
}
