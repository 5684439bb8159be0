/// What of a file a film is made of, where that is not all of it as the file says: part of what decides the film's
/// bytes.
public struct SourcePart: Hashable, Sendable, Codable {
    /// How the file is read.
    public var reading: SourceReading
    /// The frames by their numbers in the whole film; nil for all.
    public var frames: Range<Int>?
    /// What of each picture is encoded; nil for all.
    public var region: PictureRegion?

    /// Creates a part; nil when it is the whole film as the file says.
    public init?(reading: SourceReading, frames: Range<Int>?, region: PictureRegion?) {
        guard reading != .standard || frames != nil || region != nil else { return nil }
        self.reading = reading
        self.frames = frames
        self.region = region
    }
}
