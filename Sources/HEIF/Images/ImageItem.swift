package import ISOMedia

/// An item to be written: an image, a part of one, or metadata (ISO/IEC 14496-12 8.11).
package struct ImageItem: Hashable, Sendable {
    /// A property with its mark.
    package struct Property: Hashable, Sendable {
        /// The property.
        package var box: ItemProperty
        /// Whether a reader that does not know it must not use the item.
        package var isEssential: Bool

        /// Creates a property.
        package init(_ box: ItemProperty, isEssential: Bool = false) {
            self.box = box
            self.isEssential = isEssential
        }
    }

    /// Where the bytes of an item are.
    package enum Place: Hashable, Sendable {
        /// In `mdat`.
        case media
        /// In `idat`, next to the description of the items.
        case itemData
        /// In a sample of the movie that follows, at an offset from the beginning of the file.
        case sample(UInt64)
    }

    /// `hvc1`, `grid`, `Exif` or `mime`.
    package var kind: FourCC
    /// MIME type of a `mime` item.
    package var contentType: String?
    /// Whether it is not shown by itself, as a tile.
    package var isHidden = false
    /// Its properties, in the order in which they apply.
    package var properties: [Property] = []
    /// Its bytes.
    package var payload: [UInt8]
    /// Where they are.
    package var place = Place.media

    /// Creates an item.
    package init(_ kind: FourCC, payload: [UInt8]) {
        self.kind = kind
        self.payload = payload
    }
}
