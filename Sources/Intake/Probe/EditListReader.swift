/// Finds the edit lists of an MP4 by its box headers alone: a few reads of a few bytes, whatever the file's size.
///
/// A box that does not fit its parent ends the search of that parent: the lists found until then count. libavformat
/// judges whether the file is sound, this reader only adds what that library keeps to itself.
struct EditListReader {
    private let file: SourceFile

    /// Boxes looked at in one parent, and entries read of one list, at most.
    private static let limit = 4096

    /// Creates a reader of a file.
    init(file: SourceFile) { self.file = file }

    /// Whether there is the header of a film.
    func hasMovieBox() throws(IntakeError) -> Bool {
        try child("moov", of: Box(type: "", payload: 0..<file.byteCount)) != nil
    }

    /// The edit list of every track, by track ID. A track without one has a list without entries.
    func lists() throws(IntakeError) -> [UInt32: EditList] {
        let top = Box(type: "", payload: 0..<file.byteCount)
        guard let movie = try child("moov", of: top), let header = try child("mvhd", of: movie),
            let timescale = try timescale(ofMovieHeader: header)
        else { return [:] }
        var lists: [UInt32: EditList] = [:]
        for track in try children(of: movie) where track.type == "trak" {
            guard let box = try child("tkhd", of: track), let header = try trackHeader(of: box) else { continue }
            var entries: [EditList.Entry] = []
            if let edits = try child("edts", of: track), let list = try child("elst", of: edits) {
                entries = try self.entries(of: list)
            }
            lists[header.id] = EditList(
                trackID: header.id,
                movieTimescale: timescale,
                entries: entries,
                isEnabled: header.isEnabled,
                alternateGroup: header.group
            )
        }
        return lists
    }

    // MARK: - Boxes

    private struct Box {
        let type: String
        let payload: Range<Int64>
    }

    private func child(_ type: String, of box: Box) throws(IntakeError) -> Box? {
        try children(of: box).first { $0.type == type }
    }

    /// Boxes inside a box (14496-12 4.2.2).
    private func children(of parent: Box) throws(IntakeError) -> [Box] {
        var boxes: [Box] = []
        var offset = parent.payload.lowerBound
        while boxes.count < Self.limit, offset + 8 <= parent.payload.upperBound {
            let header = try file.bytes(at: offset, count: Int(min(16, parent.payload.upperBound - offset)))
            var size = Int64(header.unsigned(at: 0, bytes: 4))
            var headerSize: Int64 = 8
            if size == 1 {
                guard header.count == 16, let long = Int64(exactly: header.unsigned(at: 8, bytes: 8)) else { break }
                (size, headerSize) = (long, 16)
            } else if size == 0 {
                size = parent.payload.upperBound - offset
            }
            guard size >= headerSize else { break }
            let (end, overflow) = offset.addingReportingOverflow(size)
            // An mdat that claims more than the file has may still be followed by nothing that matters.
            guard !overflow, end <= parent.payload.upperBound else { break }
            let type = String(decoding: header[4..<8], as: UTF8.self)
            boxes.append(Box(type: type, payload: offset + headerSize..<end))
            offset = end
        }
        return boxes
    }

    /// `mvhd` timescale (8.2.2).
    private func timescale(ofMovieHeader box: Box) throws(IntakeError) -> Int32? {
        let bytes = try start(of: box, count: 32)
        guard bytes.count == 32 else { return nil }
        let timescale = Int32(exactly: bytes.unsigned(at: bytes[0] == 1 ? 20 : 12, bytes: 4))
        return timescale.flatMap { $0 > 0 ? $0 : nil }
    }

    /// What `tkhd` (8.3.2) says of a track.
    private func trackHeader(of box: Box) throws(IntakeError) -> (id: UInt32, isEnabled: Bool, group: Int)? {
        let bytes = try start(of: box, count: 48)
        guard bytes.count == 48 else { return nil }
        let isLong = bytes[0] == 1
        let id = UInt32(truncatingIfNeeded: bytes.unsigned(at: isLong ? 20 : 12, bytes: 4))
        let group = Int16(truncatingIfNeeded: bytes.unsigned(at: isLong ? 46 : 34, bytes: 2))
        return (id, bytes[3] & 1 == 1, Int(group))
    }

    /// `elst` entries (8.6.6).
    private func entries(of box: Box) throws(IntakeError) -> [EditList.Entry] {
        let header = try start(of: box, count: 8)
        guard header.count == 8 else { return [] }
        let isLong = header[0] == 1
        let entrySize = isLong ? 20 : 12
        let announced = Int(header.unsigned(at: 4, bytes: 4))
        let room = Int(clamping: box.payload.upperBound - box.payload.lowerBound - 8) / entrySize
        let count = min(announced, room, Self.limit)
        let bytes = try file.bytes(at: box.payload.lowerBound + 8, count: count * entrySize)
        return (0..<bytes.count / entrySize).map { index in
            let at = index * entrySize
            let fieldSize = isLong ? 8 : 4
            let time = bytes.unsigned(at: at + fieldSize, bytes: fieldSize)
            return EditList.Entry(
                duration: bytes.unsigned(at: at, bytes: fieldSize),
                mediaTime: isLong ? Int64(bitPattern: time) : Int64(Int32(truncatingIfNeeded: time)),
                isNormalSpeed: bytes.unsigned(at: at + 2 * fieldSize, bytes: 4) == 1 << 16
            )
        }
    }

    private func start(of box: Box, count: Int) throws(IntakeError) -> [UInt8] {
        let there = box.payload.upperBound - box.payload.lowerBound
        return try file.bytes(at: box.payload.lowerBound, count: Int(min(Int64(count), there)))
    }
}

extension [UInt8] {
    /// A big-endian number. Precondition: it ends inside the array.
    fileprivate func unsigned(at offset: Int, bytes: Int) -> UInt64 {
        self[offset..<offset + bytes].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
