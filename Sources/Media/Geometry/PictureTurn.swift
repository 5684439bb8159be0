/// How a picture is turned and mirrored before it is shown: one of the eight ways to lay a rectangle on another.
///
/// A shown sample at (x, y) is the coded sample at (p, q). The two are those of the display matrix
/// (ISO/IEC 14496-12 8.3.2).
package struct PictureTurn: Hashable, Sendable {
    /// Whether columns become rows.
    package let isTransposed: Bool
    /// Whether the shown picture is mirrored from left to right, after it was transposed.
    package let flipsHorizontally: Bool
    /// Whether the shown picture is mirrored from top to bottom, after it was transposed.
    package let flipsVertically: Bool

    /// The picture as it is.
    package static let none = PictureTurn(isTransposed: false, flipsHorizontally: false, flipsVertically: false)

    /// Creates a turn.
    package init(isTransposed: Bool, flipsHorizontally: Bool, flipsVertically: Bool) {
        self.isTransposed = isTransposed
        self.flipsHorizontally = flipsHorizontally
        self.flipsVertically = flipsVertically
    }

    /// The turn of a display matrix: nine numbers as in `tkhd`, or nil for the identity. Nil for a matrix that turns by
    /// other than quarters, or that scales.
    package init?(displayMatrix matrix: [Int32]?) {
        guard let matrix else {
            self = .none
            return
        }
        guard matrix.count == 9 else { return nil }
        let one: Int32 = 1 << 16
        switch (matrix[0], matrix[1], matrix[3], matrix[4]) {
        case (one, 0, 0, one), (-one, 0, 0, one), (one, 0, 0, -one), (-one, 0, 0, -one):
            self.init(isTransposed: false, flipsHorizontally: matrix[0] < 0, flipsVertically: matrix[4] < 0)
        case (0, one, one, 0), (0, -one, one, 0), (0, one, -one, 0), (0, -one, -one, 0):
            self.init(isTransposed: true, flipsHorizontally: matrix[3] < 0, flipsVertically: matrix[1] < 0)
        default: return nil
        }
    }

    /// The display matrix of the turn, without a translation, as in `tkhd`; nil for the picture as it is.
    package var displayMatrix: [Int32]? {
        guard self != .none else { return nil }
        let one: Int32 = 1 << 16
        let (across, down) = (flipsHorizontally ? -one : one, flipsVertically ? -one : one)
        let rows: [Int32] = isTransposed ? [0, down, 0, across, 0, 0] : [across, 0, 0, 0, down, 0]
        return rows + [0, 0, 1 << 30]
    }

    /// The size of a picture when it is turned; the same function turns it back.
    package func turned(_ size: PictureSize) -> PictureSize {
        isTransposed ? PictureSize(width: size.height, height: size.width) : size
    }

    /// The place of a shown sample in the coded picture.
    ///
    /// - Parameter shown: the size of the turned picture.
    package func codedPlace(x: Int, y: Int, shown: PictureSize) -> (column: Int, row: Int) {
        let across = flipsHorizontally ? shown.width - 1 - x : x
        let down = flipsVertically ? shown.height - 1 - y : y
        return isTransposed ? (down, across) : (across, down)
    }
}

extension PictureTurn: CustomStringConvertible {
    /// As in `turned by 90 degrees`, clockwise.
    package var description: String {
        switch (isTransposed, flipsHorizontally, flipsVertically) {
        case (false, false, false): "as it is"
        case (false, true, true): "turned by 180 degrees"
        case (true, true, false): "turned by 90 degrees"
        case (true, false, true): "turned by 270 degrees"
        case (false, true, false): "mirrored from left to right"
        case (false, false, true): "mirrored from top to bottom"
        case (true, false, false): "mirrored at its diagonal"
        case (true, true, true): "mirrored at its other diagonal"
        }
    }
}
