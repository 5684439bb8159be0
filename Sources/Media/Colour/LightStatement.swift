/// What is said of light from a frame on.
public struct LightStatement: Hashable, Sendable, Codable {
    /// Number of the first frame that says it.
    public var frame: Int
    /// What it says.
    public var light: LightMetadata

    /// Creates a statement.
    public init(frame: Int, light: LightMetadata) {
        self.frame = frame
        self.light = light
    }
}
