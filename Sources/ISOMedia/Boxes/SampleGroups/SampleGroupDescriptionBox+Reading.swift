extension SampleGroupDescriptionBox {
    /// Lengths of entries that have the same in all files (ISO/IEC 14496-12 10; ISO/IEC 14496-15 8.4.4 to 8.4.7).
    /// Needed where the box does not tell them.
    static let knownLengths: [FourCC: Int] = [
        "tscl": 20, "tsas": 0, "stsa": 0, "sync": 1, "rap ": 1, "roll": 2, "prol": 2, "sap ": 1, "tele": 1,
    ]

    /// Reads the payload of versions 0, 1 and 2.
    ///
    /// Version 0 tells no lengths: those of known types are known, entries of others share what is left evenly. Version
    /// 2 is read as the seventh edition has it, with a length and a default index; where that cannot be, as earlier
    /// editions have it, with a default index and no length, when that fits to the byte.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let version = try reader.fullBox(maximumVersion: 2).version
        let groupingType = try reader.fourCC()
        self.init(groupingType: groupingType, entries: [])
        let known = SampleGroupDescriptionBox.knownLengths[groupingType]
        switch version {
        case 0:
            try readEntries(&reader, length: known)
        case 1:
            let length = try reader.u32()
            try readSizedEntries(&reader, defaultLength: length)
        default:
            let start = reader
            do throws(MovieError) {
                let length = try reader.u32()
                defaultIndex = try reader.u32()
                guard length == 0 || known == nil || known == Int(length) else {
                    throw reader.damaged("its entries have \(known ?? 0) bytes, not \(length)")
                }
                try readSizedEntries(&reader, defaultLength: length)
            } catch {
                guard let known else { throw error }
                reader = start
                defaultIndex = try reader.u32()
                do throws(MovieError) { try readEntries(&reader, length: known) } catch _ { throw error }
                guard reader.remaining == 0 else { throw error }
            }
        }
    }

    /// Reads entries whose length the box tells, in front of all or with each.
    private mutating func readSizedEntries(_ reader: inout BoxReader, defaultLength: UInt32) throws(MovieError) {
        let count = try checkedCount(&reader, entryBytes: defaultLength == 0 ? 4 : Int(defaultLength))
        entries = []
        entries.reserveCapacity(count)
        for _ in 0..<count {
            let length = defaultLength == 0 ? try reader.u32() : defaultLength
            entries.append([UInt8](try reader.take(Int(length))))
        }
    }

    /// Reads entries whose length the box does not tell.
    private mutating func readEntries(_ reader: inout BoxReader, length known: Int?) throws(MovieError) {
        let count: Int
        if known == 0 {
            // Empty entries take no room that could bound their number; all of them are the same, so one is enough.
            count = Int(try reader.u32())
            guard count <= 1 else { throw reader.damaged("\(count) empty entries") }
        } else {
            count = try checkedCount(&reader, entryBytes: known ?? 1)
        }
        let length = known ?? (count > 0 ? reader.remaining / count : 0)
        guard known != nil || count == 0 || length * count == reader.remaining else {
            throw reader.damaged("\(count) entries do not divide \(reader.remaining) bytes evenly")
        }
        entries = []
        entries.reserveCapacity(count)
        for _ in 0..<count { entries.append([UInt8](try reader.take(length))) }
    }

    private func checkedCount(_ reader: inout BoxReader, entryBytes: Int) throws(MovieError) -> Int {
        let count = try reader.count(entryBytes: entryBytes)
        guard count <= SampleGroupDescriptionBox.maximumEntryCount else {
            throw reader.damaged("\(count) entries are more than a track can refer to")
        }
        return count
    }
}
