/// What a file says of itself.
package struct MovieDescription: Hashable, Sendable, Encodable {
    /// Size of the file.
    package var byteCount: UInt64
    /// Major brand; nil in old QuickTime files, which have no `ftyp`.
    package var majorBrand: FourCC?
    /// Minor version of the major brand.
    package var minorVersion: UInt32?
    /// Compatible brands.
    package var compatibleBrands: [FourCC]
    /// Ticks per second of the movie's clock; nil when `mvhd` could not be read.
    package var timescale: UInt32?
    /// Length of the movie in these ticks.
    package var duration: UInt64?
    /// Whether samples are described in fragments too, which are counted but not read.
    package var isFragmented: Bool
    /// Number of movie fragments.
    package var fragmentCount: Int
    /// Whether `moov` stands before the first `mdat`.
    package var isFastStart: Bool
    /// The tracks in file order.
    package var tracks: [TrackDescription]
    /// What is wrong with the file, one line each; empty for a file without fault.
    package var findings: [String]
    /// The boxes.
    package var boxes: [BoxNode]
}
