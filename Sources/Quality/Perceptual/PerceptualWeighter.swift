package import Media

/// Computes the weights of a film's pictures in order; stores the luma of the last two.
package struct PerceptualWeighter: Sendable {
    private let framesPerSecond: Double
    private var previous: LumaPlane?
    private var beforePrevious: LumaPlane?
    /// The last plane that was released: the next one reuses its memory.
    private var spare: LumaPlane?

    /// Creates a weighter for a film from its first picture on. To begin later, pass the pictures before without using
    /// their weights.
    package init(framesPerSecond: Double) { self.framesPerSecond = framesPerSecond }

    /// The weights of the next source picture in presentation order. Throws if its size or bit depth differs from the
    /// previous one's.
    package mutating func weights<Source: PlanarPicture & ~Copyable>(
        of picture: borrowing Source
    ) throws(ComparisonError) -> PerceptualWeights {
        let (size, depth) = (picture.size, picture.format.bitDepth)
        guard size.width % 2 == 0, size.height % 2 == 0, size.width > 0, size.height > 0 else {
            throw ComparisonError(subject: "\(size) of \(depth) bits", cause: "its width or height is odd")
        }
        if let previous, previous.width != size.width || previous.height != size.height || previous.bitDepth != depth {
            throw ComparisonError(
                subject: "\(size) of \(depth) bits",
                cause: "the picture before it was \(previous.width)x\(previous.height) of \(previous.bitDepth) bits"
            )
        }
        let luma = LumaPlane(of: picture, in: spare.take())
        let weights = PerceptualWeights(
            of: luma,
            previous: previous,
            beforePrevious: beforePrevious,
            framesPerSecond: framesPerSecond
        )
        spare = beforePrevious.take()
        beforePrevious = previous
        previous = luma
        return weights
    }
}
