import Media
package import Storage

/// The table that converts the colours of a film, made by the scout's conclusion.
package struct FilmColours: Hashable, Sendable, Codable {
    /// The table, in the folder of the scout.
    package var table: PublishedFile
    /// The brightest component of the source that it was made for, in cd/m².
    package var peak: Double

    /// Describes a table.
    package init(table: PublishedFile, peak: Double) {
        (self.table, self.peak) = (table, peak)
    }

    /// Whether a film can be so bright.
    var isValid: Bool { (0...PerceptualQuantizer.peak).contains(peak) }
}
