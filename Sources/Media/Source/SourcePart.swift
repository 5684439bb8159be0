/// The part of a file that a film is made from, and how it is read, if it differs from the whole file as it is. It
/// affects the bytes of the film.
package struct SourcePart: Hashable, Sendable, Codable {
    /// How the file is read.
    package var reading: SourceReading
    /// The frames by their numbers in the whole film; nil for all.
    package var frames: Range<Int>?
    /// The region of each picture that is encoded; nil for all of it.
    package var region: PictureRegion?

    /// Creates a part; nil if it is the whole film as the file says.
    package init?(reading: SourceReading, frames: Range<Int>?, region: PictureRegion?) {
        guard reading != .standard || frames != nil || region != nil else { return nil }
        self.reading = reading
        self.frames = frames
        self.region = region
    }
}
