/// The dynamic HDR metadata of one frame of a film.
package struct FrameMetadata: Hashable, Sendable {
    /// Number of the frame in the film.
    package var frame: Int
    /// Its metadata; HDR10+ of an earlier picture in decoding order if it has none of its own.
    package var metadata: DynamicMetadata
    /// Whether its HDR10+ is that of an earlier picture.
    package var isInherited: Bool

    /// Creates metadata of a frame.
    package init(frame: Int, metadata: DynamicMetadata, isInherited: Bool = false) {
        self.frame = frame
        self.metadata = metadata
        self.isInherited = isInherited
    }
}
