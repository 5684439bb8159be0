package import ISOMedia

/// A property of items: one box of `ipco`, as bytes (ISO/IEC 23008-12 9.3).
package struct ItemProperty: Hashable, Sendable {
    /// Type of the box.
    package let type: FourCC
    /// Its payload.
    package let payload: [UInt8]

    /// Creates a property from the payload of a box.
    package init(type: FourCC, payload: [UInt8]) {
        self.type = type
        self.payload = payload
    }

    /// Creates a property from a box.
    package init<Content: Box>(_ box: Content) {
        var writer = BoxWriter()
        box.write(to: &writer)
        self.init(type: Content.type, payload: writer.bytes)
    }

    /// The box, read again.
    package func read<Content: Box>(_ box: Content.Type) throws(MovieError) -> Content {
        try Content(payload: payload[...])
    }

    /// Whether it changes how the image is shown: its place in the order of properties matters, and it is essential.
    package var isTransformation: Bool { ["clap", "irot", "imir"].contains(type) }
}
