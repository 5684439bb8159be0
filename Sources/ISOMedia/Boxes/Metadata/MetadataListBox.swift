/// `ilst`: metadata items (Apple, QuickTime File Format, "Metadata Item List Atom"). Their types are names such as
/// `©nam`, the numbers of keys, or `----` for an item with its own name.
package struct MetadataListBox: Box {
    /// One item.
    package struct Item: Hashable, Sendable {
        /// Its type.
        package var type: FourCC
        /// Its name, for items of type `----`; nil for others.
        package var name: String?
        /// Its text.
        package var text: String

        /// Creates an item.
        package init(type: FourCC, name: String? = nil, text: String) {
            self.type = type
            self.name = name
            self.text = text
        }
    }

    /// `ilst`
    package static let type: FourCC = "ilst"
    /// Type of the items that have their own name.
    package static let freeform: FourCC = "----"
    /// The items with text values.
    package var items: [Item]

    /// Creates a list.
    package init(items: [Item]) { self.items = items }

    /// Reads the payload; items without text, such as pictures, are ignored.
    package init(from reader: inout BoxReader) throws(MovieError) {
        items = []
        while let child = try reader.child() {
            var item = BoxReader(child.type, child.payload)
            var (name, text): (String?, String?) = (nil, nil)
            while let part = try item.child() {
                var field = BoxReader(part.type, part.payload)
                switch part.type {
                case "name":
                    _ = try field.fullBox()
                    name = String(validating: field.rest(), as: UTF8.self)
                case MetadataDataBox.type where text == nil: text = try MetadataDataBox(from: &field).text
                default: break
                }
            }
            if let text { items.append(Item(type: child.type, name: name, text: text)) }
        }
    }

    /// Writes the payload; names are in the namespace of iTunes.
    package func write(to writer: inout BoxWriter) {
        for item in items {
            writer.box(item.type) { box in
                if let name = item.name {
                    box.box("mean") {
                        $0.fullBox(version: 0)
                        $0.append("com.apple.iTunes".utf8)
                    }
                    box.box("name") {
                        $0.fullBox(version: 0)
                        $0.append(name.utf8)
                    }
                }
                box.box(MetadataDataBox(text: item.text))
            }
        }
    }
}
