import Glibc
import JobDocuments
import Jobs

/// Metrics in Prometheus' text format 0.0.4, made from the folders when they are asked for.
struct MetricsText {
    /// The media type of the format.
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The whole text.
    let text: String

    /// Reads all jobs and queues.
    init(_ farm: Farm, _ jobFolders: [String]) {
        var text = Writer()
        let jobs = farm.jobs()
        let states = JobStatus.State.allCases.map(\.rawValue) + ["unreadable"]
        text.family("granary_jobs", "gauge", "Jobs by state.")
        for state in states { text.sample("granary_jobs", ["state": state], jobs.count { $0.card.state == state }) }
        Self.writeRunning(jobs.filter { $0.card.state == "running" }, &text)
        Self.writeUnits(jobs, &text)
        Self.writeQueues(farm, &text)
        text.family("granary_store_free_bytes", "gauge", "Free space for job directories, by folder from 1.")
        for (index, folder) in jobFolders.enumerated() {
            guard let free = Self.freeBytes(folder) else { continue }
            text.sample("granary_store_free_bytes", ["folder": String(index + 1)], free)
        }
        self.text = text.text
    }

    private static func writeRunning(_ jobs: [Farm.Job], _ text: inout Writer) {
        text.family("granary_ranges", "gauge", "Ranges of running jobs by state.")
        for mark in JournalEntry.RangeMark.allCases {
            let count = jobs.reduce(0) { sum, job in sum + (job.card.pace?.strip.count { $0 == mark.rawValue } ?? 0) }
            text.sample("granary_ranges", ["state": "\(mark)"], count)
        }
        let gauges: [(String, String, (JournalEntry.Pace) -> Double?)] = [
            ("granary_frames_per_second", "Frames that a running job encodes in a second.", \.framesPerSecond),
            ("granary_eta_seconds", "Seconds that a running job still takes.", \.remainingSeconds),
            ("granary_done_ratio", "Share of the work of a running job that is done.", { $0.fraction }),
            (
                "granary_repeated_ranges", "Ranges of a running job that are encoded again.",
                { Double($0.repeatedRanges) }
            ),
        ]
        for (name, help, value) in gauges {
            text.family(name, "gauge", help)
            for job in jobs {
                guard let pace = job.card.pace, let value = value(pace), value.isFinite else { continue }
                text.sample(name, ["job": job.card.id], value)
            }
        }
    }

    /// Of all jobs that are there. They fall when a job is removed, as after a restart of a process.
    private static func writeUnits(_ jobs: [Farm.Job], _ text: inout Writer) {
        text.family("granary_cpu_seconds_total", "counter", "CPU time of ended work units by stage.")
        for stage in Stage.allCases {
            let seconds = jobs.reduce(0) { $0 + ($1.digest.cpuSeconds[stage] ?? 0) }
            text.sample("granary_cpu_seconds_total", ["stage": stage.rawValue], seconds)
        }
        text.family("granary_lost_units_total", "counter", "Work that was done again, by reason.")
        text.sample("granary_lost_units_total", ["reason": "failed"], jobs.reduce(0) { $0 + $1.digest.failedUnits })
        text.sample("granary_lost_units_total", ["reason": "unusable"], jobs.reduce(0) { $0 + $1.digest.discarded })
        text.family("granary_unit_seconds", "histogram", "Time of ended work units.")
        var sum = 0
        for (index, bound) in JournalDigest.bounds.enumerated() {
            sum += jobs.reduce(0) { $0 + $1.digest.units[index] }
            text.sample("granary_unit_seconds_bucket", ["le": Writer.number(bound)], sum)
        }
        sum += jobs.reduce(0) { $0 + $1.digest.units[JournalDigest.bounds.count] }
        text.sample("granary_unit_seconds_bucket", ["le": "+Inf"], sum)
        text.sample("granary_unit_seconds_sum", [:], jobs.reduce(0) { $0 + $1.digest.unitSeconds })
        text.sample("granary_unit_seconds_count", [:], sum)
    }

    private static func writeQueues(_ farm: Farm, _ text: inout Writer) {
        let queues = farm.queues.enumerated().map { QueueCard($0.element, number: $0.offset + 1) }
        text.family("granary_queue_films", "gauge", "Films of a queue by state; queues are numbered from 1.")
        for queue in queues {
            for state in ["waiting", "running", "finished", "failed", "damaged"] {
                let labels = ["queue": String(queue.number), "state": state]
                text.sample("granary_queue_films", labels, queue.films.count { $0.state == state })
            }
        }
        text.family("granary_queue_paused", "gauge", "1 if a queue is paused.")
        for queue in queues {
            text.sample("granary_queue_paused", ["queue": String(queue.number)], queue.paused == nil ? 0 : 1)
        }
    }

    private static func freeBytes(_ folder: String) -> Int? {
        var status = statvfs()
        // Safe: the system fills a local structure; the path is a C string for the duration of the call.
        guard unsafe statvfs(folder, &status) == 0 else { return nil }
        return Int(clamping: status.f_bavail).multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
            .partialValue
    }

    /// Writes the lines of the format.
    private struct Writer {
        var text = ""

        mutating func family(_ name: String, _ type: String, _ help: String) {
            text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
        }

        mutating func sample(_ name: String, _ labels: [String: String], _ value: Int) {
            sample(name, labels, Double(value))
        }

        mutating func sample(_ name: String, _ labels: [String: String], _ value: Double) {
            let pairs = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }
            text += name + (pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") + " \(Self.number(value))\n"
        }

        static func number(_ value: Double) -> String {
            value == value.rounded() && value.magnitude < 1e15 ? String(Int(value)) : String(value)
        }

        private static func escaped(_ text: String) -> String {
            text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        }
    }
}
