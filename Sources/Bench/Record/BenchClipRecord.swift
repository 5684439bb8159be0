package import Media

/// A clip of a run, as it was found.
package struct BenchClipRecord: Hashable, Sendable, Codable {
    /// Its name in the suite, as points name it.
    package var name: String
    /// What sort of film it is.
    package var contentClass: BenchContentClass
    /// Its licence, as the suite says: an SPDX name or words.
    package var licence: String
    /// SHA-256 of the file in hexadecimal; nil when there was none.
    package var sha256: String?
    /// Width and height in samples; nil when it could not be read.
    package var size: PictureSize?
    /// Number of frames; nil when it could not be read.
    package var frameCount: Int?
    /// Seconds that it is shown for; nil when it could not be read.
    package var duration: Double?
    /// Frames a second, on average; nil when it could not be read.
    package var frameRate: Double?
    /// Whether its transfer is PQ or HLG.
    package var isHighDynamicRange: Bool
    /// Why none of its points could be measured; nil when nothing stood in the way.
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

    /// Whether a metric says something of this clip.
    package func isMeant(for metric: BenchMetric) -> Bool { !(metric.isForStandardRangeOnly && isHighDynamicRange) }
}
