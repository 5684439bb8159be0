package import ISOMedia

/// `iref`: how items refer to each other (ISO/IEC 14496-12 8.11.12).
package struct ItemReferenceBox: Box {
    /// References of one kind from one item.
    package struct Reference: Hashable, Sendable, Encodable {
        /// `dimg` from a derived image to its inputs, `thmb` from a thumbnail, `cdsc` from metadata, `auxl` from an
        /// auxiliary image.
        package var kind: FourCC
        /// Number of the item that refers.
        package var from: UInt32
        /// Numbers of the items that it refers to, in order.
        package var to: [UInt32]

        /// Creates references.
        package init(_ kind: FourCC, from: UInt32, to: [UInt32]) {
            self.kind = kind
            self.from = from
            self.to = to
        }
    }

    /// `iref`
    package static let type: FourCC = "iref"
    /// The references in the order of the file.
    package var references: [Reference]

    /// Creates a box.
    package init(references: [Reference]) { self.references = references }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let (version, _) = try reader.fullBox(maximumVersion: 1)
        references = []
        while let child = try reader.child() {
            var fields = BoxReader(child.type, child.payload)
            func item() throws(MovieError) -> UInt32 {
                version == 0 ? UInt32(try fields.u16()) : try fields.u32()
            }
            let from = try item()
            let count = Int(try fields.u16())
            guard count <= fields.remaining / (version == 0 ? 2 : 4) else {
                throw fields.damaged("\(count) references do not fit into \(fields.remaining) bytes")
            }
            var to: [UInt32] = []
            for _ in 0..<count { to.append(try item()) }
            references.append(Reference(child.type, from: from, to: to))
        }
    }

    /// Writes the payload; version 1 only for numbers that need 32 bits.
    package func write(to writer: inout BoxWriter) {
        let isShort = references.allSatisfy { $0.from <= UInt16.max && $0.to.allSatisfy { $0 <= UInt16.max } }
        writer.fullBox(version: isShort ? 0 : 1)
        for reference in references {
            writer.box(reference.kind) { writer in
                writer.number(reference.from, isShort: isShort)
                writer.u16(UInt16(reference.to.count))
                for item in reference.to { writer.number(item, isShort: isShort) }
            }
        }
    }
}
