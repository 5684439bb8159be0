/// A box and its place in a file.
package struct BoxNode: Hashable, Sendable, Encodable {
    /// Type of the box.
    package let type: FourCC
    /// Offset of its header.
    package let offset: UInt64
    /// Bytes including the header, as far as they are inside the file and the enclosing box.
    package let byteCount: UInt64
    /// Bytes of the header: 8, or 16 with a 64-bit size.
    package let headerByteCount: Int
    /// Boxes inside, for the containers that lead to the sample tables.
    package internal(set) var children: [BoxNode] = []

    /// The range of the payload.
    package var payload: Range<UInt64> { (offset + UInt64(headerByteCount))..<(offset + byteCount) }

    /// The first box of a type along a path of types.
    package func first(_ path: FourCC...) -> BoxNode? {
        var node: BoxNode? = self
        for type in path { node = node?.children.first { $0.type == type } }
        return node
    }
}
