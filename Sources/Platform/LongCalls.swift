/// Decides which calls on files take so long that the user must know, from repeated looks at the threads of a process.
struct LongCalls {
    /// A thread in a call on a file.
    struct Look: Hashable {
        /// The call, its arguments and its place in the program, as written by the kernel.
        let call: String
        /// CPU time that the thread has used so far, in hundredths of a second.
        let ticks: Int
    }

    /// A call in progress.
    private struct Waiting {
        let first: Look
        let since: Double
        var nextTold: Double
    }

    /// How long a call may take before it is reported, and the interval between reports about it.
    let patienceSeconds: Double
    private var waiting: [String: Waiting] = [:]

    /// A thread that has used more than this since the first look did not wait in one call: it made the same call
    /// repeatedly.
    private static let mostTicks = 10

    /// Creates a value without any thread in a call.
    init(patienceSeconds: Double) { self.patienceSeconds = patienceSeconds }

    /// Adds a look at the threads that are in calls on files now, by their names.
    ///
    /// - Returns: the threads to report now and for how many seconds they have waited, sorted by name.
    mutating func look(_ threads: [String: Look], atSeconds now: Double) -> [(thread: String, seconds: Int)] {
        waiting = waiting.filter { thread, call in
            guard let look = threads[thread] else { return false }
            return look.call == call.first.call && look.ticks - call.first.ticks <= Self.mostTicks
        }
        var told: [(thread: String, seconds: Int)] = []
        for (thread, look) in threads.sorted(by: { $0.key < $1.key }) {
            var call = waiting[thread] ?? Waiting(first: look, since: now, nextTold: now + patienceSeconds)
            if now >= call.nextTold {
                told.append((thread, Int(now - call.since)))
                call.nextTold = now + patienceSeconds
            }
            waiting[thread] = call
        }
        return told
    }
}
