package import Media

/// The compressed samples of one range in decode order: an LMDB file, two records per sample (header and bytes).
///
/// The counterpart of VTFrameSilo. The farm's workers write a new silo for each pass in a scratch folder, and publish
/// it when the pass is finished; published ones are read-only. A session fills one silo in all its passes. Time ranges
/// are half-open ranges of decode time. Not for use from several threads.
package final class FrameSilo {
    /// The file.
    package let path: String
    /// Number of samples.
    package private(set) var sampleCount = 0
    /// Number of bytes of all samples.
    package private(set) var byteCount = 0
    /// Decode times that the current pass fills: at first the whole range of the silo.
    package private(set) var timeRanges: [TimeRange]

    let file: StoreFile
    let headers: Table<Int64, SampleHeader>
    let samples: Table<Int64, Blob>
    var keys: DecodeTimescale?

    private var lastTime: MediaTime?
    /// Where the sample at `lastTime` ends.
    private var filledUntil: MediaTime?
    private var pending: [PendingSample] = []
    private var pendingByteCount = 0

    private struct PendingSample {
        let key: Int64
        let header: SampleHeader
        let bytes: [UInt8]
    }

    static let headerTableName = "headers"
    static let sampleTableName = "samples"

    /// Creates an empty silo in a file that must not exist yet, on a local file system.
    ///
    /// - Parameter mapByteCount: initial size of the memory map; it grows as needed.
    package static func create(
        at path: String,
        identity: StoreIdentity,
        mapByteCount: Int = 64 << 20
    ) throws -> FrameSilo {
        try FrameSilo(StoreFile(creating: .silo, at: path, identity: identity, mapByteCount: mapByteCount))
    }

    /// Opens a published silo for reading. Verify its SHA-256 first: LMDB trusts the pages of its files.
    ///
    /// - Parameter expecting: the required identity; a difference is an error that names the field and both values. The
    ///   encoder's options are compared only if they are given.
    package static func open(at path: String, expecting: StoreIdentity? = nil) throws -> FrameSilo {
        try FrameSilo(StoreFile(opening: .silo, at: path, expecting: expecting))
    }

    /// Opens a silo for updates, or creates it if the file does not exist. One process at a time can have it open. A
    /// silo with samples takes more only after `setTimeRangesForNextPass`.
    ///
    /// - Parameter identity: that of a new silo, and the required one of an existing one.
    package static func update(
        at path: String,
        identity: StoreIdentity,
        mapByteCount: Int = 64 << 20
    ) throws -> FrameSilo {
        let silo = try FrameSilo(
            StoreFile.update(.silo, at: path, identity: identity, mapByteCount: mapByteCount)
        )
        if silo.sampleCount > 0 { silo.timeRanges = [] }
        return silo
    }

    private init(_ file: StoreFile) throws {
        self.file = file
        path = file.environment.path
        headers = try file.environment.table(FrameSilo.headerTableName)
        samples = try file.environment.table(FrameSilo.sampleTableName)
        timeRanges = [file.identity.timeRange]
        keys = try file.storedTimescale().map(DecodeTimescale.init(ticksPerSecond:))
        // Each sample has its bytes in the file, so the sum stays below its size.
        let limit = try OpenFile(reading: path).byteCount()
        var (sampleCount, byteCount) = (0, 0)
        try forEachHeader { header in
            guard header.byteCount <= limit - byteCount else {
                throw StorageError(
                    .damaged,
                    attempted: "open a frame silo",
                    subject: path,
                    cause: "its headers declare more sample bytes than the file's \(limit)"
                )
            }
            sampleCount += 1
            byteCount += header.byteCount
        }
        (self.sampleCount, self.byteCount) = (sampleCount, byteCount)
    }

    /// How much of the time that the current pass fills has samples, 0 to 1; 1 for a pass without any time to fill.
    package var progressOfCurrentPass: Double {
        let whole = timeRanges.reduce(0) { $0 + $1.duration.seconds }
        guard whole > 0 else { return 1 }
        guard let filledUntil else { return 0 }
        let filled = timeRanges.reduce(0.0) { sum, range in
            sum + max(min(filledUntil, range.end) - range.start, .zero).seconds
        }
        return filled / whole
    }

    /// What the silo was made from.
    package var identity: StoreIdentity { file.identity }

    /// Records x265's resolved options, which are known when the encoder is open.
    package func setEncoderOptions(_ options: String) throws { try file.setEncoderOptions(options) }

    /// VPS, SPS and PPS of the samples, which contain none themselves; nil until they are set.
    package func parameterSets() throws -> ParameterSets? { try file.storedParameterSets() }

    /// Records VPS, SPS and PPS of the samples.
    package func setParameterSets(_ sets: ParameterSets) throws { try file.setParameterSets(sets) }

    /// Adds a sample, in decode order.
    ///
    /// Throws if the sample's decode time is outside `timeRanges`, or not after that of the previous sample.
    package func add(_ sample: EncodedSample) throws {
        let time = sample.decodeTime
        guard timeRanges.contains(where: { $0.contains(time) }) else {
            throw refusal(.outsideTimeRange, sample, "the silo accepts \(timeRanges.map(\.description))")
        }
        if let lastTime, time <= lastTime {
            throw refusal(.outOfOrder, sample, "the previous sample is decoded at \(lastTime)")
        }
        let keys = try keys(for: time.timescale)
        guard let key = time.exactly(in: keys.ticksPerSecond)?.value else {
            throw refusal(.misuse, sample, "the silo counts \(keys.ticksPerSecond) ticks per second")
        }
        let header = SampleHeader(sample)
        pending.append(PendingSample(key: key, header: header, bytes: sample.bytes))
        pendingByteCount += header.byteCount
        lastTime = time
        filledUntil = time + sample.duration
        sampleCount += 1
        byteCount += header.byteCount
        if pending.count >= Batch.recordLimit || pendingByteCount >= Batch.byteLimit { try flush() }
    }

    /// Sets the decode times that the next pass will fill, and deletes the samples in them.
    ///
    /// The ranges must ascend, not overlap, not be empty and be within the time range of the silo; otherwise it throws
    /// and changes nothing. An empty list is allowed: then nothing more can be added.
    package func setTimeRangesForNextPass(_ ranges: [TimeRange]) throws {
        try refuse(ranges)
        try flush()
        var doomed: [(key: Int64, byteCount: Int)] = []
        for range in ranges {
            try walk(in: range) { key, header in doomed.append((key, header.byteCount)) }
        }
        // One transaction for all: a silo with half of them deleted belongs to no pass.
        try file.environment.write { [headers, samples, doomed] (transaction) throws(StorageError) in
            for (key, _) in doomed {
                try transaction.delete(headers, key)
                try transaction.delete(samples, key)
            }
        }
        sampleCount -= doomed.count
        byteCount -= doomed.reduce(0) { $0 + $1.byteCount }
        timeRanges = ranges
        (lastTime, filledUntil) = (nil, nil)
    }

    /// Writes what is still in memory to the scratch file.
    package func close() throws { try flush() }

    func flush() throws {
        guard !pending.isEmpty else { return }
        try file.environment.write { [headers, samples, pending] (transaction) throws(StorageError) in
            for sample in pending {
                try transaction.put(headers, sample.key, sample.header)
                try transaction.put(samples, sample.key, sample.bytes)
            }
        }
        pending.removeAll(keepingCapacity: true)
        pendingByteCount = 0
    }

    private func keys(for timescale: Int32) throws -> DecodeTimescale {
        if let keys { return keys }
        try file.setTimescale(timescale)
        let new = DecodeTimescale(ticksPerSecond: timescale)
        keys = new
        return new
    }

    private func refuse(_ ranges: [TimeRange]) throws(StorageError) {
        let whole = identity.timeRange
        var end = whole.start
        for range in ranges {
            guard !range.isEmpty, range.start >= end, range.end <= whole.end else {
                throw StorageError(
                    .invalidTimeRanges,
                    attempted: "set the time ranges of the next pass",
                    subject: path,
                    cause: "\(range) is empty, overlaps or precedes the previous one, or is not within \(whole)"
                )
            }
            end = range.end
        }
    }

    private func refusal(_ code: StorageError.Code, _ sample: EncodedSample, _ cause: String) -> StorageError {
        StorageError(
            code,
            attempted: "add frame \(sample.frame), decoded at \(sample.decodeTime), to a frame silo",
            subject: path,
            cause: cause
        )
    }
}
