import Foundation

/// Puts block additions beside the frames of a Matroska file (RFC 9559).
package enum MatroskaAdditions {
    /// An element: its ID with the length marker, where its content begins, and where it ends.
    private struct Element {
        var id: UInt64
        var content: Range<Int>
    }

    private static let segment: UInt64 = 0x1853_8067
    private static let cluster: UInt64 = 0x1F43_B675
    private static let simpleBlock: UInt64 = 0xA3
    /// SeekHead and Cues have positions that change.
    private static let indexes: Set<UInt64> = [0x114D_9B74, 0x1C53_BB6B]

    /// The file with an addition beside each frame of its only track, in the order of the file.
    ///
    /// - Parameter addition: the BlockAddID and the bytes of a frame; nil for none.
    package static func inserting(into file: [UInt8], _ addition: (Int) -> (id: UInt8, bytes: [UInt8])?) -> [UInt8] {
        var frame = 0
        func copy(_ range: Range<Int>) -> [UInt8] {
            elements(of: file, in: range).flatMap { element -> [UInt8] in
                let content = file[element.content]
                switch element.id {
                case segment, cluster: return write(element.id, copy(element.content))
                case _ where indexes.contains(element.id): return []
                case simpleBlock:
                    defer { frame += 1 }
                    guard let own = addition(frame) else { return write(element.id, Array(content)) }
                    return group(Array(content), own)
                default: return write(element.id, Array(content))
                }
            }
        }
        return copy(0..<file.count)
    }

    /// A BlockGroup in place of a SimpleBlock.
    private static func group(_ simple: [UInt8], _ addition: (id: UInt8, bytes: [UInt8])) -> [UInt8] {
        var block = simple
        // The flags behind the track number and the time: a Block has no key frame, and says it with references.
        let isKey = block[3] & 0x80 != 0
        block[3] &= 0x0E
        let more = write(0xA6, write(0xEE, [addition.id]) + write(0xA5, addition.bytes))
        let reference = isKey ? [] : write(0xFB, [0xFF])
        return write(0xA0, write(0xA1, block) + write(0x75A1, more) + reference)
    }

    private static func elements(of file: [UInt8], in range: Range<Int>) -> [Element] {
        var elements: [Element] = []
        var position = range.lowerBound
        func number(keepingMarker keeps: Bool) -> UInt64 {
            let count = file[position].leadingZeroBitCount + 1
            let first = keeps ? file[position] : file[position] & UInt8(truncatingIfNeeded: 0xFF >> count)
            let rest = file[position + 1..<position + count]
            position += count
            return rest.reduce(UInt64(first)) { $0 << 8 | UInt64($1) }
        }
        while position < range.upperBound {
            let id = number(keepingMarker: true)
            let size = Int(number(keepingMarker: false))
            elements.append(Element(id: id, content: position..<position + size))
            position += size
        }
        return elements
    }

    /// An element whose size takes eight bytes.
    private static func write(_ id: UInt64, _ content: [UInt8]) -> [UInt8] {
        let idBytes = (0..<4).map { UInt8(truncatingIfNeeded: id >> (24 - 8 * $0)) }.drop { $0 == 0 }
        let size = (0..<7).map { UInt8(truncatingIfNeeded: content.count >> (48 - 8 * $0)) }
        return Array(idBytes) + [UInt8(1)] + size + content
    }
}
