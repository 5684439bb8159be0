import Foundation
import Glibc
import Media

/// Ends a command that a film makes compute for ever.
///
/// What reads a film reads on every few moments, unless it waits for its disk or for who takes its output: waiting
/// takes no processor time.
struct ComputingLimit {
    /// Processor time that may pass without anything being read: a hundred times what the largest pictures take.
    static let standardSeconds = 120.0
    /// Bytes that are read between two looks by the looks themselves, and some more.
    private static let ownByteCount: Int64 = 8192

    /// Processor time that may pass without anything being read.
    let seconds: Double
    private var readByteCount: Int64
    private var usedSeconds: Double

    /// Creates the limit of a process that has read so many bytes and used so much processor time.
    init(seconds: Double, readByteCount: Int64, usedSeconds: Double) {
        self.seconds = seconds
        self.readByteCount = readByteCount
        self.usedSeconds = usedSeconds
    }

    /// Whether it has computed for longer than it may since it read something.
    mutating func isExceeded(readByteCount now: Int64, usedSeconds used: Double) -> Bool {
        if now > readByteCount + Self.ownByteCount { usedSeconds = used }
        readByteCount = now
        return used - usedSeconds > seconds
    }

    /// Watches this process from now on, on a thread of its own; `films` is what it reads, for the error.
    static func start(of films: String) {
        // Where the kernel does not count what is read, nobody can tell.
        guard let count = ReadingBeat.byteCount else { return }
        let thread = Thread {
            var limit = ComputingLimit(seconds: standardSeconds, readByteCount: count, usedSeconds: processorSeconds)
            while let count = ReadingBeat.byteCount {
                if limit.isExceeded(readByteCount: count, usedSeconds: processorSeconds) { leave(films) }
                sleep(1)
            }
        }
        thread.stackSize = 1 << 18
        thread.start()
    }

    private static func leave(_ films: String) -> Never {
        let error = FileFailure(
            kind: .badInput,
            attempted: "read the movie",
            subject: films,
            cause: "it computed for \(Int(standardSeconds)) seconds of processor time without reading on",
            remedy: "the film may be damaged, or made to attack what reads it: look at it with another program, or use "
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
