/// The light metadata that apply from a frame on.
package struct LightStatement: Hashable, Sendable, Codable {
    /// Number of the first frame with them.
    package var frame: Int
    /// The metadata.
    package var light: LightMetadata

    /// Creates a statement.
    package init(frame: Int, light: LightMetadata) {
        self.frame = frame
        self.light = light
    }
}
