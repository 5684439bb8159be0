/// The light metadata that apply from a frame on.
public struct LightStatement: Hashable, Sendable, Codable {
    /// Number of the first frame with them.
    public var frame: Int
    /// The metadata.
    public var light: LightMetadata

    /// Creates a statement.
    public init(frame: Int, light: LightMetadata) {
        self.frame = frame
        self.light = light
    }
}
