/// The film under its final name: `finished.json`, written when the job is done.
///
/// It distinguishes the job's own output from other files, and lets a finished job end at once.
package struct FinishedFilm: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Id of the job.
    package var job: String
    /// Absolute path of the film.
    package var path: String
    /// The attempt at the mux that wrote it; nil in records from before attempts had names.
    package var attempt: String?
    /// SHA-256 of the whole file, 64 hexadecimal digits.
    package var sha256: String
    /// Size of the file.
    package var byteCount: Int64
    /// Modification time of the file, in nanoseconds since 1970. While the file still has this time, it need not be
    /// hashed again.
    package var modificationTime: Int64
    /// All findings of the verification; a film with findings keeps its temporary name.
    package var findings: [String]
    /// Goals that the film misses, one sentence each; nil if it meets all of them. A film that misses goals gets its
    /// final name.
    package var misses: [String]?
    /// How much of it was decoded and compared.
    package var verification: Verification

    /// Creates a record.
    package init(
        job: String,
        path: String,
        attempt: String? = nil,
        sha256: String,
        byteCount: Int64,
        modificationTime: Int64,
        findings: [String],
        misses: [String]? = nil,
        verification: Verification
    ) {
        version = Self.currentVersion
        self.job = job
        self.path = path
        self.attempt = attempt
        self.sha256 = sha256
        self.byteCount = byteCount
        self.modificationTime = modificationTime
        self.findings = findings
        self.misses = misses
        self.verification = verification
    }

    /// True when pictures were decoded and compared.
    package var isVerified: Bool { verification != .none }

    /// Whether the verification covered at least as much as the job wants.
    package func satisfies(_ wanted: Verification) -> Bool {
        verification == wanted || verification == .full || wanted == .none
    }
}
