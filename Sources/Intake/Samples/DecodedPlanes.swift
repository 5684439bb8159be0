package import Media

/// The samples of a decoded picture as `Picture` stores them, without its times.
package struct DecodedPlanes: Hashable, Sendable {
    /// Format of all three planes.
    package let format: PixelFormat
    /// Size in luma samples, both even.
    package let size: PictureSize
    /// The planes, one after the other.
    package let storage: [UInt8]
}
