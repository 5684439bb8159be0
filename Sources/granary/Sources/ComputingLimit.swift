import Foundation
import Glibc
import Media

/// Ends a command if a film makes it compute forever.
///
/// A process that reads a film reads more bytes every few moments, unless it waits for the disk or for the reader of
/// its output. Waiting takes no processor time.
struct ComputingLimit {
    /// Processor time in which nothing may be read: a hundred times what the largest pictures take.
    static let standardSeconds = 120.0
    /// Bytes that the check itself reads between two checks, with a margin.
    private static let ownByteCount: Int64 = 8192

    /// Processor time in which nothing may be read.
    let seconds: Double
    private var readByteCount: Int64
    private var usedSeconds: Double

    /// Creates the limit of a process that has already read some bytes and used some processor time.
    init(seconds: Double, readByteCount: Int64, usedSeconds: Double) {
        self.seconds = seconds
        self.readByteCount = readByteCount
        self.usedSeconds = usedSeconds
    }

    /// Whether the process has computed for too long since it last read something.
    mutating func isExceeded(readByteCount now: Int64, usedSeconds used: Double) -> Bool {
        if now > readByteCount + Self.ownByteCount { usedSeconds = used }
        readByteCount = now
        return used - usedSeconds > seconds
    }

    /// Watches this process from now on, on a separate thread; `films` names what it reads, for the error.
    static func start(of films: String, seconds: Double = standardSeconds) {
        // If the kernel does not count the bytes that are read, there is no limit.
        guard let count = ReadingBeat.byteCount else { return }
        let thread = Thread {
            var limit = ComputingLimit(seconds: seconds, readByteCount: count, usedSeconds: processorSeconds)
            while let count = ReadingBeat.byteCount {
                if limit.isExceeded(readByteCount: count, usedSeconds: processorSeconds) {
                    leave(films, after: seconds)
                }
                sleep(1)
            }
        }
        thread.stackSize = 1 << 18
        thread.start()
    }

    private static func leave(_ films: String, after seconds: Double) -> Never {
        let error = FileFailure(
            kind: .badInput,
            attempted: "read the film",
            subject: films,
            cause: "this took \(Int(seconds)) seconds of processor time in which nothing more was read",
            remedy: "the film may be damaged, or crafted to attack its reader: check it with another program, or use "
                + "--sandbox off, which has no such limit"
        )
        StandardError.write("granary: \(error.explanation)\n")
        exit(error.kind.rawValue)
    }

    private static var processorSeconds: Double {
        var time = timespec()
        // Safe: the call fills the structure that it is lent.
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
