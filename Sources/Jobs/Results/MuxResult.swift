package import Platform

/// The muxed film under its temporary name: `mux.json`, published by the first copy of the unit that finishes.
package struct MuxResult: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Id of the job.
    package var job: String
    /// Absolute path of the temporary film, next to the output.
    package var path: String
    /// Unique name of this attempt at the mux, and a part of the file name: digits and small letters. Nil in documents
    /// from before attempts had names.
    package var attempt: String?
    /// SHA-256 of the whole file, 64 hexadecimal digits.
    package var sha256: String
    /// Size of the file.
    package var byteCount: Int64
    /// Modification time of the file, in nanoseconds since 1970, read after it was synced. While the file still has
    /// this time, its content is as hashed and need not be hashed again. Nil if unknown.
    package var modificationTime: Int64?
    /// Bits of all video samples.
    package var videoBits: Int
    /// What could not be carried, and other notes for the report.
    package var notes: [String]
    /// Cost of the unit.
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
