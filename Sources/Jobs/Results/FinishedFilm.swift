/// The film under its final name: `finished.json`, written when the job is done.
///
/// It tells this job's own output from anybody else's, and lets a finished job end at once.
package struct FinishedFilm: Hashable, Sendable, Codable {
    /// Version of this layout that this build writes and reads.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Id of the job.
    package var job: String
    /// Absolute path of the film.
    package var path: String
    /// The attempt at the mux that wrote it; nil in a record from before attempts had names of their own.
    package var attempt: String?
    /// SHA-256 of the whole file, 64 hexadecimal digits.
    package var sha256: String
    /// Size of the file.
    package var byteCount: Int64
    /// When the file was last written, in nanoseconds since 1970: a file that has it still need not be hashed again.
    package var modificationTime: Int64
    /// Everything that the verification found wrong; such a film keeps its temporary name.
    package var findings: [String]
    /// What the film was asked for and is not, one sentence each; nil when it is all it was to be. Such a film has its
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

    /// Whether the film was looked at as closely as a job wants.
    package func satisfies(_ wanted: Verification) -> Bool {
        verification == wanted || verification == .full || wanted == .none
    }
}
