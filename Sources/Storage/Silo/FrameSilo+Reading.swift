import Checksums
package import Media

extension FrameSilo {
    /// Passes on the headers of the samples whose decode time is in a range, or of all if it is nil, in decode order.
    ///
    /// The bytes of samples are not read. The silo cannot be added to meanwhile. An error that `body` throws ends the
    /// iteration.
    package func forEachHeader(in range: TimeRange? = nil, _ body: (SampleHeader) throws -> Void) throws {
        try flush()
        try walk(in: range) { _, header in try body(header) }
    }

    /// Lends the samples whose decode time is in a range, or all of them if it is nil, in decode order.
    ///
    /// The bytes come directly from the map of the file, are valid only during the call, and were checked against their
    /// checksum. The silo cannot be added to meanwhile. An error that `body` throws ends the iteration.
    package func forEachSample(
        in range: TimeRange? = nil,
        _ body: (SampleHeader, RawSpan) throws -> Void
    ) throws {
        try flush()
        try file.environment.read { transaction in
            var cursor = try transaction.cursor(samples)
            var isFirst = true
            try walk(transaction, in: range) { key, header in
                // Both tables have the same keys, so the two cursors advance together.
                let isThere = try isFirst ? cursor.seek(key) : cursor.next()
                isFirst = false
                guard isThere, try cursor.key() == key else { throw damaged(header, "its bytes are missing") }
                try cursor.withBytes { bytes in
                    guard bytes.byteCount == header.byteCount, byteChecksum(bytes) == header.checksum else {
                        throw damaged(header, "its bytes are not those that were stored")
                    }
                    try body(header, bytes)
                }
            }
        }
    }

    /// Visits keys and headers in decode order.
    func walk(in range: TimeRange?, _ body: (Int64, SampleHeader) throws -> Void) throws {
        try file.environment.read { try walk($0, in: range, body) }
    }

    private func walk(
        _ transaction: borrowing ReadTransaction,
        in range: TimeRange?,
        _ body: (Int64, SampleHeader) throws -> Void
    ) throws {
        guard let keys else { return }
        var cursor = try transaction.cursor(headers)
        var isThere = try range.map { try cursor.seek(keys.firstKey(notBefore: $0.start)) } ?? cursor.next()
        while isThere {
            let key = try cursor.key()
            let time = MediaTime(value: key, timescale: keys.ticksPerSecond)
            if let range, time >= range.end { return }
            let header = try cursor.value()
            guard header.decodeTime == time else {
                throw damaged(header, "it is stored under the decode time \(time)")
            }
            try body(key, header)
            isThere = try cursor.next()
        }
    }

    private func damaged(_ header: SampleHeader, _ cause: String) -> StorageError {
        StorageError(
            .damaged,
            attempted: "read frame \(header.frame), decoded at \(header.decodeTime)",
            subject: path,
            cause: cause
        )
    }
}
