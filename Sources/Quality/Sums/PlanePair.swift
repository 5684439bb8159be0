import Media

/// The layout of two borrowed planes of equal size; the bounds check of every metric.
struct PlanePair {
    /// Width in samples.
    let width: Int
    /// Height in samples.
    let height: Int
    /// Bytes between the starts of rows in the reference.
    let referenceStride: Int
    /// Bytes between the starts of rows in the other plane.
    let otherStride: Int

    /// Lends the same plane of two pictures of equal format and size. Traps if a plane has too few bytes.
    static func lend<Reference: PlanarPicture & ~Copyable, Other: PlanarPicture & ~Copyable, Result>(
        plane: Int,
        of reference: borrowing Reference,
        and other: borrowing Other,
        _ body: (PlanePair, RawSpan, RawSpan) -> Result
    ) -> Result {
        let (width, height) = (reference.width(ofPlane: plane), reference.height(ofPlane: plane))
        let rowBytes = width * reference.format.bytesPerSample
        return reference.withPlane(plane) { referenceBytes, referenceStride in
            other.withPlane(plane) { otherBytes, otherStride in
                precondition(
                    referenceStride >= rowBytes && otherStride >= rowBytes
                        && (height - 1) * referenceStride + rowBytes <= referenceBytes.byteCount
                        && (height - 1) * otherStride + rowBytes <= otherBytes.byteCount,
                    "a plane must have all of its rows"
                )
                let pair = PlanePair(
                    width: width,
                    height: height,
                    referenceStride: referenceStride,
                    otherStride: otherStride
                )
                return body(pair, referenceBytes, otherBytes)
            }
        }
    }
}
