import Foundation
import Glibc
import Media

/// Appends entries to the journal of a job: one line of JSON each, in a single write.
///
/// The journal is for those who follow a job. No decision depends on it, so a journal that cannot be written does not
/// stop a job. Nothing is synced, and lines of a film that is resumed follow those of its earlier runs.
package final class JournalWriter: Sendable {
    /// From this size on, in bytes, only the end of the job is written.
    package static let mostByteCount: Int64 = 64 << 20

    private struct State {
        var descriptor: CInt = -1
        var byteCount: Int64 = 0
        var obstacle: String?
    }

    private let path: String
    private let state = Locked(State())

    /// Creates a writer for the journal at a path. Its folder is not created.
    package init(path: String) { self.path = path }

    deinit {
        let descriptor = state.withLock { $0.descriptor }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Why the last entry was not written, as the system's message; nil if it was.
    package var obstacle: String? { state.withLock { $0.obstacle } }

    /// Appends an entry, if there is a folder.
    ///
    /// - Parameter isLast: true for the end of the job, which is written to a full journal, too.
    package func append(_ entry: JournalEntry, isLast: Bool = false) {
        state.withLock { state in
            guard Self.open(path, &state), state.byteCount < Self.mostByteCount || isLast else { return }
            Self.write(entry, &state)
        }
    }

    private static func open(_ path: String, _ state: inout State) -> Bool {
        if state.descriptor >= 0 { return true }
        // Safe: the call does not keep the path.
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else {
            // A job that could not begin has no folder, and no journal.
            state.obstacle = errno == ENOENT ? nil : words(errno)
            return false
        }
        state.descriptor = descriptor
        state.byteCount = Int64(max(lseek(descriptor, 0, SEEK_END), 0))
        // A line that a full disk cut off must not swallow the next one.
        var last: UInt8 = 0x0A
        // Safe: the call reads one byte into a local variable.
        if state.byteCount > 0, unsafe pread(descriptor, &last, 1, Int(state.byteCount - 1)) == 1, last != 0x0A {
            write([0x0A], &state)
        }
        return true
    }

    private static func write(_ entry: JournalEntry, _ state: inout State) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            write([UInt8](try encoder.encode(entry)) + [0x0A], &state)
        } catch {
            state.obstacle = "\(error)"
        }
    }

    private static func write(_ bytes: [UInt8], _ state: inout State) {
        let descriptor = state.descriptor
        // Safe: the call reads the bytes of the array and keeps nothing.
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        state.byteCount += Int64(max(count, 0))
        state.obstacle = count == bytes.count ? nil : words(count < 0 ? errno : ENOSPC)
        if count > 0, count < bytes.count {
            // What fits of the line ends here, so that the next one begins on a line of its own, sooner or later.
            close(descriptor)
            state.descriptor = -1
        }
    }

    // Safe: the message is copied before another call can replace it.
    private static func words(_ code: CInt) -> String { unsafe String(cString: strerror(code)) }
}
