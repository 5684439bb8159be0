import ISOMedia

/// A HEIF file with the places of its items.
package struct ImageFileLayout: Hashable, Sendable {
    /// The whole file.
    package let bytes: [UInt8]
    /// Where the bytes of each item in `mdat` are, from the beginning of the file.
    package let extents: [UInt32: ItemLocationBox.Extent]
}
