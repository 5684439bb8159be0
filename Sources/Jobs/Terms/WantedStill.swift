package import Media

/// A HEIC still that a job makes of its source, in the dynamic range of the film.
package struct WantedStill: Hashable, Sendable, Codable {
    /// Most stills of a job.
    package static let mostStills = 16
    /// The quality where none is given.
    package static let standardQuality = 75.0

    /// When its frame is shown in the film; nil for the best frame of all.
    package var time: MediaTime?
    /// Absolute path of the file to make.
    package var path: String
    /// A box that it fits into; nil for the size of the source.
    package var box: PictureSize?
    /// From 0 to 100.
    package var quality: Double

    /// Creates a still of the best frame.
    package init(path: String) {
        self.path = path
        quality = Self.standardQuality
    }
}
