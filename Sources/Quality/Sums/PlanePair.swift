import Media

/// Where two lent planes of equal size lie in their bytes; the bounds proof of every metric.
struct PlanePair {
    /// Samples in a row.
    let width: Int
    /// Rows.
    let height: Int
    /// Bytes between the starts of rows in the reference.
    let referenceStride: Int
    /// Bytes between the starts of rows in the other plane.
    let otherStride: Int

    /// Lends the same plane of two pictures of equal format and size. Traps when a plane is shorter than it should be.
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
                    "a plane holds all of its rows"
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
