/// Which calls on files take so long that somebody has to hear of it: decided from looks at the threads of a process.
struct LongCalls {
    /// A thread in a call on a file.
    struct Look: Hashable {
        /// The call, its arguments and where it was made, as the kernel writes them.
        let call: String
        /// Processor time that the thread has used so far, in hundredths of a second.
        let ticks: Int
    }

    /// A call that is being made.
    private struct Waiting {
        let first: Look
        let since: Double
        var nextTold: Double
    }

    /// How long a call may take before it is spoken of, and from then on between two words about it.
    let patienceSeconds: Double
    private var waiting: [String: Waiting] = [:]

    /// A thread that has used more than this meanwhile did not wait in one call: it made the same one over and over.
    private static let mostTicks = 10

    /// Creates it with no thread in any call.
    init(patienceSeconds: Double) { self.patienceSeconds = patienceSeconds }

    /// Takes the threads that are in calls on files now, by their names.
    ///
    /// - Returns: the threads to speak of now, and for how many seconds they have waited, in the order of their names.
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
