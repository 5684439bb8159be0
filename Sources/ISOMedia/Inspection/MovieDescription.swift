/// The description of a movie file.
package struct MovieDescription: Hashable, Sendable, Encodable {
    /// Size of the file.
    package var byteCount: UInt64
    /// Major brand; nil for old QuickTime files, which have no `ftyp`.
    package var majorBrand: FourCC?
    /// Minor version of the major brand.
    package var minorVersion: UInt32?
    /// Compatible brands.
    package var compatibleBrands: [FourCC]
    /// The movie timescale in ticks per second; nil if `mvhd` could not be read.
    package var timescale: UInt32?
    /// Duration of the movie in these ticks.
    package var duration: UInt64?
    /// Whether there are also samples in movie fragments, which are counted but not read.
    package var isFragmented: Bool
    /// Number of movie fragments.
    package var fragmentCount: Int
    /// Whether `moov` precedes the first `mdat`.
    package var isFastStart: Bool
    /// The tracks in file order.
    package var tracks: [TrackDescription]
    /// The faults of the file, one line each; empty if there are none.
    package var findings: [String]
    /// The boxes.
    package var boxes: [BoxNode]
}
