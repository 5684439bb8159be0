extension SampleGroupDescriptionBox {
    /// Lengths of entries that are the same in all files (ISO/IEC 14496-12 10; ISO/IEC 14496-15 8.4.4 to 8.4.7). Needed
    /// if the box does not contain them.
    static let knownLengths: [FourCC: Int] = [
        "tscl": 20, "tsas": 0, "stsa": 0, "sync": 1, "rap ": 1, "roll": 2, "prol": 2, "sap ": 1, "tele": 1,
    ]

    /// Reads the payload of versions 0, 1 and 2.
    ///
    /// Version 0 has no lengths: those of known types are fixed, and entries of other types divide the remaining bytes
    /// evenly. Version 2 is read as in the seventh edition, with a length and a default index. If that is impossible,
    /// it is read as in earlier editions, with a default index and no length, provided that the bytes match exactly.
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

    /// Reads entries with lengths in the box, either one for all or one for each.
    private mutating func readSizedEntries(_ reader: inout BoxReader, defaultLength: UInt32) throws(MovieError) {
        let count = try checkedCount(&reader, entryBytes: defaultLength == 0 ? 4 : Int(defaultLength))
        entries = []
        entries.reserveCapacity(count)
        for _ in 0..<count {
            let length = defaultLength == 0 ? try reader.u32() : defaultLength
            entries.append([UInt8](try reader.take(Int(length))))
        }
    }

    /// Reads entries without lengths in the box.
    private mutating func readEntries(_ reader: inout BoxReader, length known: Int?) throws(MovieError) {
        let count: Int
        if known == 0 {
            // Empty entries take no space that could limit their number. All of them are equal, so one is enough.
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
