package import Media

/// Weighs the pictures of a film one after the other: remembers the luma of the two before.
package struct PerceptualWeighter: Sendable {
    private let framesPerSecond: Double
    private var previous: LumaPlane?
    private var beforePrevious: LumaPlane?
    /// The one that was the last to be forgotten: the next one is kept where it was.
    private var spare: LumaPlane?

    /// Begins before a film's first picture, or before any other one that is handed over first without being measured.
    package init(framesPerSecond: Double) { self.framesPerSecond = framesPerSecond }

    /// The weights of the next source picture in presentation order. Throws when it is unlike the one before.
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
