import Checksums
import Media

extension StoreInspection {
    /// Checks everything that can be checked about a store alone: its name, its records and its completeness.
    ///
    /// Returns the faults; none for a valid store. It stops after 100 findings. A damaged record is a finding; a file
    /// that cannot be read at all is an error.
    package static func check(_ path: String) throws -> [StoreFinding] {
        var findings = Findings()
        if try contentMatchesName(path) == false {
            findings.add(path, "its SHA-256 is not the one in its name")
        }
        do {
            let file = try StoreFile(opening: nil, at: path, expecting: nil)
            switch file.kind {
            case .multiPass: try checkFrames(file, &findings)
            case .silo: try checkSamples(file, &findings)
            case .dynamicMetadata: try checkMetadata(file, &findings)
            }
        } catch let error as StorageError where error.kind == .badInput && error.code != .missing {
            // LMDB itself, or the table with the store's kind, is damaged: nothing more can be read.
            findings.add(error.subject, error.cause)
        }
        return findings.all
    }

    private static func checkFrames(_ file: StoreFile, _ findings: inout Findings) throws {
        let table: Table<Int64, FrameRecord> = try file.environment.table(MultiPassStorage.tableName)
        let frames = 0..<file.identity.frames.count
        var (present, ordered) = (Set<Int>(), Set<Int>())
        try file.environment.read { transaction in
            var cursor = try transaction.cursor(table)
            while try cursor.next(), !findings.isFull {
                guard let (key, record) = findings.record(cursor) else { continue }
                let statistics = record.statistics
                if statistics.frame != key {
                    findings.add("frame \(key)", "its record belongs to frame \(statistics.frame)")
                }
                if !frames.contains(statistics.frame) { findings.add("frame \(key)", "it is outside the range") }
                if !frames.contains(statistics.encodeOrder) || !ordered.insert(statistics.encodeOrder).inserted {
                    findings.add(
                        "frame \(key)",
                        "encode order \(statistics.encodeOrder) is impossible or appears twice"
                    )
                }
                present.insert(statistics.frame)
            }
        }
        findings.missing(from: frames, present)
    }

    private static func checkMetadata(_ file: StoreFile, _ findings: inout Findings) throws {
        let frames: Table<Int64, MetadataReference> = try file.environment.table(DynamicMetadataTable.frameTableName)
        let payloads: Table<Int64, MetadataPayload> = try file.environment.table(DynamicMetadataTable.payloadTableName)
        var present: Set<Int> = []
        try file.environment.read { transaction in
            var sound: Set<Int64> = [0]
            var payload = try transaction.cursor(payloads)
            while try payload.next(), !findings.isFull {
                if let (number, _) = findings.record(payload) { sound.insert(number) }
            }
            var cursor = try transaction.cursor(frames)
            while try cursor.next(), !findings.isFull {
                guard let (key, record) = findings.record(cursor) else { continue }
                for number in [record.hdr10Plus, record.dolbyVision] where !sound.contains(number) {
                    findings.add("frame \(key)", "its payload \(number) is missing or damaged")
                }
                if !file.identity.frames.contains(Int(key)) { findings.add("frame \(key)", "it is not in the film") }
                present.insert(Int(key))
            }
        }
        findings.missing(from: file.identity.frames, present)
    }

    private static func checkSamples(_ file: StoreFile, _ findings: inout Findings) throws {
        let headers: Table<Int64, SampleHeader> = try file.environment.table(FrameSilo.headerTableName)
        let samples: Table<Int64, Blob> = try file.environment.table(FrameSilo.sampleTableName)
        let identity = file.identity
        var present: Set<Int> = []
        let timescale = try file.storedTimescale()
        try file.environment.read { transaction in
            let (headerCount, sampleCount) = (try transaction.count(headers), try transaction.count(samples))
            if headerCount != sampleCount {
                findings.add(file.environment.path, "it has \(headerCount) headers and \(sampleCount) samples")
            }
            if headerCount > 0 && timescale == nil {
                findings.add(file.environment.path, "it does not say what its keys count")
            }
            var cursor = try transaction.cursor(headers)
            while try cursor.next(), !findings.isFull {
                guard let (key, header) = findings.record(cursor) else { continue }
                let place = "sample at tick \(key)"
                if let timescale, header.decodeTime != MediaTime(value: key, timescale: timescale) {
                    findings.add(place, "its header says that it is decoded at \(header.decodeTime)")
                }
                if !identity.timeRange.contains(header.decodeTime) {
                    findings.add(place, "it is outside \(identity.timeRange)")
                }
                if !identity.frames.contains(header.frame) || !present.insert(header.frame).inserted {
                    findings.add(place, "frame \(header.frame) is not in the range or appears twice")
                }
                var bytes = try transaction.cursor(samples)
                guard try bytes.seek(key), try bytes.key() == key else {
                    findings.add(place, "its bytes are missing")
                    continue
                }
                let isSound = bytes.withBytes {
                    $0.byteCount == header.byteCount && byteChecksum($0) == header.checksum
                }
                if !isSound { findings.add(place, "its bytes are not those that were stored") }
            }
        }
        findings.missing(from: identity.frames, present)
    }
}

/// The findings so far.
private struct Findings {
    private(set) var all: [StoreFinding] = []

    var isFull: Bool { all.count >= 100 }

    mutating func add(_ place: String, _ problem: String) {
        if !isFull { all.append(StoreFinding(place: place, problem: problem)) }
    }

    /// The record under a cursor; if it cannot be read, records the fault and returns nil.
    mutating func record<Key, Value: StoredRecord>(_ cursor: borrowing Cursor<Key, Value>) -> (Key, Value)? {
        do throws(StorageError) {
            return (try cursor.key(), try cursor.value())
        } catch {
            add(error.subject, error.cause)
            return nil
        }
    }

    /// Records the first missing frames, and how many are missing in total.
    mutating func missing(from frames: Range<Int>, _ present: Set<Int>) {
        let missing = frames.lazy.filter { !present.contains($0) }
        guard let first = missing.first else { return }
        let count = frames.count - present.filter(frames.contains).count
        add("frame \(first)", count == 1 ? "it is missing" : "it and \(count - 1) more are missing")
    }
}
