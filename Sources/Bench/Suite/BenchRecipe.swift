package import Media

/// Pictures that ffmpeg computes, or takes from films. They are stored without loss, and are the same everywhere.
package struct BenchRecipe: Hashable, Sendable {
    /// A graph of ffmpeg's filters without inputs, as in `testsrc2=size=320x180:rate=24`; with sources it takes the
    /// pictures of each of them, and must give all of them one size.
    package var graph: String
    /// The films whose pictures the graph takes, one after the other, by their absolute paths; empty when it makes its
    /// own.
    package var sources: [String]
    /// Number of pictures.
    package var frameCount: Int
    /// Pictures per second, from which all pictures get new times.
    package var frameRate: FrameRate
    /// Whether samples have ten bits instead of eight.
    package var hasTenBits: Bool
    /// The transfer characteristic that the clip declares.
    package var transfer: Transfer

    /// A transfer characteristic that a recipe can name.
    package enum Transfer: String, Hashable, Sendable, CaseIterable {
        case bt709
        case pq
        case hlg
    }

    /// Creates a recipe.
    package init(
        graph: String,
        sources: [String] = [],
        frameCount: Int,
        frameRate: FrameRate,
        hasTenBits: Bool = false,
        transfer: Transfer = .bt709
    ) {
        self.graph = graph
        self.sources = sources
        self.frameCount = frameCount
        self.frameRate = frameRate
        self.hasTenBits = hasTenBits
        self.transfer = transfer
    }
}
