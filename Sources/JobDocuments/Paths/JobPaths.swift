package import Jobs

/// The names of everything in a job directory. A value: it reads and writes nothing.
///
///     JOB/job.json source.json plan.json film.json mux.json finished.json report.json report.html
///     JOB/passes/0000/range-00003.json scene-cuts.json                    the scout
///     JOB/passes/0002/allocation.json allocation-2.json                   one for each wave
///     JOB/passes/0002/range-00017.json range-00017-HASH.multipass range-00017-HASH.silo
///     JOB/verify/range-00008.json
///     JOB/log/pass-02-unit-0017-attempt-1.log
///     JOB/events.ndjson                                                   what happened, for those who follow the job
///     JOB/coordinator.lock units.lock                                     who is working
///     JOB/leases/000002.json                                              record of the last lease
///     JOB/slurm/NAME/submission.json task.sh unit-0.json                  a job array of a cluster
///     JOB/outputs/ID/                                                     the job directory of a further film
package struct JobPaths: Hashable, Sendable {
    /// Absolute path of the job directory.
    package let path: String

    /// Creates a value for a job directory, which need not exist.
    package init(path: String) { self.path = path }

    // MARK: - Documents

    /// Path of a document of which the job has one.
    package func path(of document: JobDocument) -> String { "\(path)/\(document.rawValue)" }

    /// The document at a path; nil if it is none of which a job has one.
    func document(at path: String) -> JobDocument? {
        guard path.hasPrefix(self.path + "/") else { return nil }
        return JobDocument(rawValue: String(path.dropFirst(self.path.count + 1)))
    }

    /// Path of the resolved job.
    package var job: String { path(of: .job) }
    /// Path of the probed source.
    package var source: String { path(of: .source) }
    /// Path of the plan.
    package var plan: String { path(of: .plan) }
    /// Path of the selection of passes for the film.
    package var selection: String { path(of: .selection) }
    /// Path of the result of the mux.
    package var mux: String { path(of: .mux) }
    /// Path of the record of the finished film.
    package var finished: String { path(of: .finished) }
    /// Path of the report for programs.
    package var report: String { path(of: .report) }
    /// Path of the report for users.
    package var reportPage: String { path(of: .reportPage) }

    /// Path of the journal of the job's events.
    package var journal: String { path + "/events.ndjson" }

    // MARK: - Passes

    /// Parent folder of the folders of the passes.
    package var passesFolder: String { path + "/passes" }

    /// Folder of a pass; of the scout for 0.
    package func passFolder(_ pass: Int) -> String { "\(passesFolder)/\(Self.padded(pass, 4))" }

    /// Path of the conclusion of the scout.
    package var sceneCuts: String { passFolder(0) + "/scene-cuts.json" }

    /// Path of the allocation of a wave, from 1.
    package func allocation(pass: Int, wave: Int) -> String {
        passFolder(pass) + (wave == 1 ? "/allocation.json" : "/allocation-\(wave).json")
    }

    /// Path of the result of a range in a pass; in pass 0, of a coarse range.
    package func result(pass: Int, range: Int) -> String { "\(passFolder(pass))/\(Self.stem(range: range)).json" }

    /// Folder of the findings of the verification.
    package var verifyFolder: String { path + "/verify" }

    /// Path of the findings of the verification in the unit whose first range is `range`.
    package func verification(firstRange range: Int) -> String { "\(verifyFolder)/\(Self.stem(range: range)).json" }

    /// Prefix of the names of all published files of a range, as in `range-00017`.
    package static func stem(range: Int) -> String { "range-" + padded(range, 5) }

    /// The index of the range of a document `range-NNNNN.json`; nil for any other name.
    static func range(ofDocument name: String) -> Int? {
        guard name.hasPrefix("range-"), name.hasSuffix(".json") else { return nil }
        let digits = name.dropFirst("range-".count).dropLast(".json".count)
        return digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
    }

    // MARK: - Logs

    /// Folder of the logs.
    package var logFolder: String { path + "/log" }

    /// Path of the log of an attempt at a unit.
    package func log(of unit: WorkUnit) -> String { "\(path)/\(Self.logName(of: unit))" }

    /// Path of the log of an attempt at a unit within the folder, as in `log/pass-02-unit-0003-attempt-1.log`. The
    /// number of a unit is its first range.
    package static func logName(of unit: WorkUnit) -> String {
        "log/\(unit.logPrefix)-\(unitStem(unit.ranges.first ?? 0))-attempt-\(unit.attempt).log"
    }

    /// The part of the name of a log that has the number of its unit, as in `unit-0003`.
    static func unitStem(_ number: Int) -> String { "unit-" + padded(number, 4) }

    // MARK: - Locks and leases

    /// Path of the file on which the coordinator holds a lock.
    package var coordinatorLock: String { path + "/coordinator.lock" }
    /// Path of the file on which running units hold a lock.
    package var unitsLock: String { path + "/units.lock" }
    /// Folder of the leases.
    package var leasesFolder: String { path + "/leases" }

    /// Path of the record of a lease.
    func lease(_ epoch: Int) -> String { "\(leasesFolder)/\(Self.padded(epoch, 6)).json" }

    // MARK: - Further films

    /// Folder of the job directories of further films.
    package var outputsFolder: String { path + "/outputs" }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
}
