package import ISOMedia

/// The description of a HEIF file.
package struct ImageFileDescription: Hashable, Sendable, Encodable {
    /// Size of the file.
    package var byteCount: UInt64
    /// Major brand.
    package var majorBrand: FourCC?
    /// Compatible brands.
    package var compatibleBrands: [FourCC]
    /// Number of the item that is shown first.
    package var primary: UInt32?
    /// Whether the file also has a movie box, as image sequences do.
    package var hasMovie: Bool
    /// The items in the order of the file.
    package var items: [ImageItemDescription]
    /// The references in the order of the file.
    package var references: [ItemReferenceBox.Reference]
    /// The contradictions and faults of the file, one line each; empty if there are none.
    package var findings: [String]
    /// The boxes outside of `meta`.
    package var boxes: [BoxNode]

    /// The item of a number; the first one if the number is not unique.
    package func item(_ number: UInt32) -> ImageItemDescription? { items.first { $0.number == number } }

    /// The inputs of a derived image, in order.
    package func inputs(of number: UInt32) -> [UInt32] {
        references.first { $0.kind == "dimg" && $0.from == number }?.to ?? []
    }
}
