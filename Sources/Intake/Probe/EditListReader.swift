/// Finds the edit lists of an MP4 by its box headers alone: a few reads of a few bytes, whatever the size of the file.
///
/// A box that does not fit its parent ends the search in that parent, and the lists found so far are used. libavformat
/// decides whether the file is valid. This reader only adds what that library does not return.
struct EditListReader {
    private let boxes: BoxWalk

    /// Most entries that are read of one list.
    private static let limit = 4096

    /// Creates a reader of a file.
    init(_ boxes: BoxWalk) { self.boxes = boxes }

    /// Whether there is a movie box.
    func hasMovieBox() throws(IntakeError) -> Bool {
        try boxes.movie() != nil
    }

    /// The edit list of every track, by track ID. A track without one has a list without entries.
    func lists() throws(IntakeError) -> [UInt32: EditList] {
        guard let movie = try boxes.movie(), let header = try boxes.child("mvhd", of: movie),
            let timescale = try timescale(ofMovieHeader: header)
        else { return [:] }
        let isFragmented = try boxes.child("mvex", of: movie) != nil
        var lists: [UInt32: EditList] = [:]
        for track in try boxes.children(of: movie) where track.type == "trak" {
            guard let box = try boxes.child("tkhd", of: track), let header = try trackHeader(of: box) else { continue }
            var entries: [EditList.Entry] = []
            if let edits = try boxes.child("edts", of: track), let list = try boxes.child("elst", of: edits) {
                entries = try self.entries(of: list)
            }
            lists[header.id] = EditList(
                trackID: header.id,
                movieTimescale: timescale,
                entries: entries,
                isEnabled: header.isEnabled,
                alternateGroup: header.group,
                isFragmented: isFragmented
            )
        }
        return lists
    }

    /// `mvhd` timescale (8.2.2).
    private func timescale(ofMovieHeader box: BoxWalk.Box) throws(IntakeError) -> Int32? {
        let bytes = try boxes.start(of: box, count: 32)
        guard bytes.count == 32 else { return nil }
        let timescale = Int32(exactly: bytes.unsigned(at: bytes[0] == 1 ? 20 : 12, bytes: 4))
        return timescale.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The fields of `tkhd` (8.3.2) of a track.
    private func trackHeader(of box: BoxWalk.Box) throws(IntakeError) -> (id: UInt32, isEnabled: Bool, group: Int)? {
        let bytes = try boxes.start(of: box, count: 48)
        guard bytes.count == 48 else { return nil }
        let isLong = bytes[0] == 1
        let id = UInt32(truncatingIfNeeded: bytes.unsigned(at: isLong ? 20 : 12, bytes: 4))
        let group = Int16(truncatingIfNeeded: bytes.unsigned(at: isLong ? 46 : 34, bytes: 2))
        return (id, bytes[3] & 1 == 1, Int(group))
    }

    /// `elst` entries (8.6.6).
    private func entries(of box: BoxWalk.Box) throws(IntakeError) -> [EditList.Entry] {
        let header = try boxes.start(of: box, count: 8)
        guard header.count == 8 else { return [] }
        let isLong = header[0] == 1
        let entrySize = isLong ? 20 : 12
        let announced = Int(header.unsigned(at: 4, bytes: 4))
        let room = Int(clamping: box.payload.upperBound - box.payload.lowerBound - 8) / entrySize
        let count = min(announced, room, Self.limit)
        let bytes = try boxes.file.bytes(at: box.payload.lowerBound + 8, count: count * entrySize)
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
}
