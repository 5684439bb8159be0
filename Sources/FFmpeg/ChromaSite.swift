/// Where the chroma samples of a picture are; the raw values are FFmpeg's.
package enum ChromaSite: UInt32, Hashable, Sendable {
    /// FFmpeg does not know.
    case unspecified = 0
    /// As in MPEG-2 and HEVC by default.
    case left = 1
    /// As in JPEG and MPEG-1.
    case centre = 2
    /// On the luma sample above and to the left.
    case topLeft = 3
    /// Between the two luma samples above.
    case top = 4
    /// On the luma sample below and to the left.
    case bottomLeft = 5
    /// Between the two luma samples below.
    case bottom = 6

    /// chroma_sample_loc_type of H.273, which is one less; nil if unspecified.
    var locationType: UInt8? { self == .unspecified ? nil : UInt8(rawValue - 1) }
}
