/// A box as it lies in a file.
package struct BoxNode: Hashable, Sendable, Encodable {
    /// Type of the box.
    package let type: FourCC
    /// Where its header starts.
    package let offset: UInt64
    /// Bytes with the header, as far as they lie inside the file and the box around it.
    package let byteCount: UInt64
    /// Bytes of the header: 8, or 16 with a 64-bit size.
    package let headerByteCount: Int
    /// Boxes inside, for the containers that lead to the sample tables.
    package internal(set) var children: [BoxNode] = []

    /// Where the payload lies.
    package var payload: Range<UInt64> { (offset + UInt64(headerByteCount))..<(offset + byteCount) }

    /// The first box of a type along a path of types.
    package func first(_ path: FourCC...) -> BoxNode? {
        var node: BoxNode? = self
        for type in path { node = node?.children.first { $0.type == type } }
        return node
    }
}
