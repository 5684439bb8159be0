/// Finds the boxes of a file without reading their payloads. It ends for any input, and stores at most `nodeLimit`
/// boxes.
package struct BoxScanner {
    /// Most boxes of a file that are read.
    package static let nodeLimit = 100_000
    /// Most levels of nested boxes that are read.
    package static let depthLimit = 12
    /// Boxes that contain only boxes, on the way to the sample tables.
    private static let containers: Set<FourCC> = ["moov", "trak", "mdia", "minf", "stbl", "edts", "dinf", "mvex"]

    /// The faults that were found, one line each.
    package private(set) var findings: [String] = []
    private var nodeCount = 0

    /// Creates a scanner that has found nothing yet.
    package init() {}

    /// The boxes in a range of the file, with those in them as far as they are containers. Throws if the file cannot be
    /// read.
    package mutating func scan(
        _ source: some ByteSource,
        in range: Range<UInt64>,
        depth: Int = 0
    ) throws(MovieError) -> [BoxNode] {
        var nodes: [BoxNode] = []
        var offset = range.lowerBound
        // Fewer than eight bytes are a QuickTime terminator or padding.
        while range.upperBound - offset >= 8 {
            guard nodeCount < BoxScanner.nodeLimit else {
                findings.append(
                    "more than \(BoxScanner.nodeLimit) boxes: those from byte \(offset) on are not read"
                )
                return nodes
            }
            guard var node = try next(source, at: offset, end: range.upperBound) else { return nodes }
            nodeCount += 1
            if BoxScanner.containers.contains(node.type) {
                if depth < BoxScanner.depthLimit {
                    node.children = try scan(source, in: node.payload, depth: depth + 1)
                } else {
                    findings.append("box '\(node.type)' at byte \(offset) is nested too deeply to be read")
                }
            }
            nodes.append(node)
            offset += node.byteCount
        }
        return nodes
    }

    private mutating func next(
        _ source: some ByteSource,
        at offset: UInt64,
        end: UInt64
    ) throws(MovieError) -> BoxNode? {
        let room = end - offset
        let head = try source.read(at: offset, count: Int(min(16, room)))
        var reader = BoxReader("????", head)
        var size = UInt64(try reader.u32())
        let type = try reader.fourCC()
        var headerByteCount = 8
        if size == 1 {
            guard room >= 16 else {
                findings.append("box '\(type)' at byte \(offset) has no room for its 64-bit size")
                return nil
            }
            size = try reader.u64()
            headerByteCount = 16
        } else if size == 0 {
            size = room
        }
        guard size >= UInt64(headerByteCount) else {
            findings.append("box '\(type)' at byte \(offset) claims \(size) bytes, less than its own header")
            return nil
        }
        if size > room {
            findings.append("box '\(type)' at byte \(offset) claims \(size) bytes, but \(room) are left")
            size = room
        }
        return BoxNode(type: type, offset: offset, byteCount: size, headerByteCount: headerByteCount)
    }
}
