package import Platform

/// The muxed film under its temporary name: `mux.json`, published by the first copy of the unit that ends.
package struct MuxResult: Hashable, Sendable, Codable {
    /// Version of this layout that this build writes and reads.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Id of the job.
    package var job: String
    /// Absolute path of the temporary MP4, beside the output.
    package var path: String
    /// What tells this attempt at the mux from every other one, and is part of the file's name: digits and small
    /// letters. Nil in a document from before attempts had names of their own.
    package var attempt: String?
    /// SHA-256 of the whole file, 64 hexadecimal digits.
    package var sha256: String
    /// Size of the file.
    package var byteCount: Int64
    /// When the file was last written, in nanoseconds since 1970, read after it was synced: a file that has it still
    /// was hashed as it was written, and need not be hashed again. Nil when that is not known.
    package var modificationTime: Int64?
    /// Bits of all video samples.
    package var videoBits: Int
    /// What could not be carried, and other words for the report.
    package var notes: [String]
    /// What the work took.
    package var cost: WorkCost

    /// Creates a result.
    package init(
        job: String,
        path: String,
        attempt: String? = nil,
        sha256: String,
        byteCount: Int64,
        modificationTime: Int64? = nil,
        videoBits: Int,
        notes: [String],
        cost: WorkCost
    ) {
        version = Self.currentVersion
        self.job = job
        self.path = path
        self.attempt = attempt
        self.sha256 = sha256
        self.byteCount = byteCount
        self.modificationTime = modificationTime
        self.videoBits = videoBits
        self.notes = notes
        self.cost = cost
    }
}
