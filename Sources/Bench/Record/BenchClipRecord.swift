package import Media

/// A clip of a run, as it was found.
package struct BenchClipRecord: Hashable, Sendable, Codable {
    /// Its name in the suite and in points.
    package var name: String
    /// The class of its content.
    package var contentClass: BenchContentClass
    /// Its licence from the suite: an SPDX name or free text.
    package var licence: String
    /// SHA-256 of the file in hexadecimal; nil if there was no file.
    package var sha256: String?
    /// Width and height in samples; nil if it could not be read.
    package var size: PictureSize?
    /// Number of frames; nil if it could not be read.
    package var frameCount: Int?
    /// Presented duration in seconds; nil if it could not be read.
    package var duration: Double?
    /// Average frames per second; nil if it could not be read.
    package var frameRate: Double?
    /// Whether its transfer is PQ or HLG.
    package var isHighDynamicRange: Bool
    /// Why none of its points could be measured; nil if the clip was found and read.
    package var hole: BenchHole?

    /// Creates a clip.
    package init(
        name: String,
        contentClass: BenchContentClass,
        licence: String,
        sha256: String?,
        size: PictureSize?,
        frameCount: Int?,
        duration: Double?,
        frameRate: Double?,
        isHighDynamicRange: Bool,
        hole: BenchHole?
    ) {
        self.name = name
        self.contentClass = contentClass
        self.licence = licence
        self.sha256 = sha256
        self.size = size
        self.frameCount = frameCount
        self.duration = duration
        self.frameRate = frameRate
        self.isHighDynamicRange = isHighDynamicRange
        self.hole = hole
    }

    /// Whether a metric applies to this clip.
    package func isMeant(for metric: BenchMetric) -> Bool { !(metric.isForStandardRangeOnly && isHighDynamicRange) }
}
