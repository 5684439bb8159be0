package import ISOMedia

/// `iprp`: the properties of all items, and which item has which (ISO/IEC 23008-12 9.3).
package struct ItemPropertyBox: Box {
    /// `iprp`
    package static let type: FourCC = "iprp"
    /// The boxes of `ipco`; associations count them from 1.
    package var properties: [ItemProperty]
    /// `ipma`; a file may have several, which are joined here.
    package var associations: ItemPropertyAssociationBox

    /// Creates a box.
    package init(properties: [ItemProperty], associations: ItemPropertyAssociationBox) {
        self.properties = properties
        self.associations = associations
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        properties = []
        associations = ItemPropertyAssociationBox(entries: [])
        while let child = try reader.child() {
            switch child.type {
            case "ipco":
                var inner = BoxReader(child.type, child.payload)
                while let box = try inner.child() {
                    properties.append(ItemProperty(type: box.type, payload: Array(box.payload)))
                }
            case ItemPropertyAssociationBox.type:
                associations.entries += try ItemPropertyAssociationBox(payload: child.payload).entries
            default: break
            }
        }
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.box("ipco") { writer in
            for property in properties { writer.box(property.type) { $0.append(property.payload) } }
        }
        writer.box(associations)
    }
}
