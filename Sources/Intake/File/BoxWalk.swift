/// Finds boxes of an MP4 or QuickTime file by their headers alone (ISO/IEC 14496-12 4.2.2): a few reads of a few bytes,
/// whatever the size of the file.
///
/// A box that does not fit its parent ends the search in that parent: libavformat decides whether the file is valid.
struct BoxWalk {
    /// The file.
    let file: SourceFile

    /// Most boxes that are read in one parent.
    private static let limit = 4096

    /// A box: its type and the place of its payload in the file.
    struct Box {
        let type: String
        let payload: Range<Int64>
    }

    /// The movie box; nil if there is none.
    func movie() throws(IntakeError) -> Box? {
        try child("moov", of: Box(type: "", payload: 0..<file.byteCount))
    }

    /// The first box at the end of a path of types.
    func child(_ types: String..., of box: Box) throws(IntakeError) -> Box? {
        var found = box
        for type in types {
            guard let next = try children(of: found).first(where: { $0.type == type }) else { return nil }
            found = next
        }
        return found
    }

    /// The boxes inside a box, after that many bytes of fields.
    func children(of parent: Box, after fields: Int64 = 0) throws(IntakeError) -> [Box] {
        var boxes: [Box] = []
        var offset = parent.payload.lowerBound + fields
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
            // An mdat that claims more bytes than the file has may be the last box that matters.
            guard !overflow, end <= parent.payload.upperBound else { break }
            let type = String(decoding: header[4..<8], as: UTF8.self)
            boxes.append(Box(type: type, payload: offset + headerSize..<end))
            offset = end
        }
        return boxes
    }

    /// The first bytes of a box's payload; fewer if it has fewer.
    func start(of box: Box, count: Int) throws(IntakeError) -> [UInt8] {
        let there = box.payload.upperBound - box.payload.lowerBound
        return try file.bytes(at: box.payload.lowerBound, count: Int(min(Int64(count), there)))
    }
}

extension [UInt8] {
    /// A big-endian number. Precondition: it ends inside the array.
    func unsigned(at offset: Int, bytes: Int) -> UInt64 {
        self[offset..<offset + bytes].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
