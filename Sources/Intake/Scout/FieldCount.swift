import CFieldSums
import Media

/// Compares the fields of a picture with those of the previous picture, by blocks.
///
/// Blocks have 16 columns and 4 lines. At most about 2,000 are measured, spread evenly over the picture, so that the
/// cost is the same for any size. In a block that moves, lines are compared with the mean of the lines above and below:
///
/// - Within the picture: if this difference exceeds the same difference over every other line, the block is combed. The
///   detail of a still or progressive picture is no smaller over every other line, combing is.
/// - Against the previous picture: if upper fields come first, its lower lines are half a picture away from the upper
///   ones here, and its upper lines are one and a half from the lower ones here. In a progressive film both are one
///   picture away.
///
/// A field that is repeated, as in 3:2 pulldown, hardly changes while the other one does.
struct FieldCount {
    private var blocks = 0
    private var moving = 0
    private var topFirst = 0
    private var bottomFirst = 0
    private var progressive = 0
    /// How much the fields of moving blocks changed since the previous picture.
    private var upperChange = 0
    private var lowerChange = 0

    /// Most blocks that are measured, apart from rounding.
    private static let mostBlocks = 2048
    /// Samples of a field in a block.
    private static let fieldSampleCount = 32
    /// Least mean difference of a block that moves, in 8-bit levels.
    private static let motionFloor = 4
    /// Fewest moving blocks for a picture to count.
    private static let fewestMoving = 8

    /// Measures a picture. Precondition: both have the same size and format.
    init(_ picture: Picture, after previous: Picture) {
        let (columns, rows) = (picture.size.width / 16, (picture.size.height - 4) / 4)
        guard columns > 0, rows > 0 else { return }
        var step = max(1, columns * rows / Self.mostBlocks)
        // Successive blocks are in different columns.
        while step > 1, columns.isMultiple(of: step) { step += 1 }
        let stride = picture.stride(ofPlane: 0)
        let (sampleSize, isNarrow) = (picture.format.bytesPerSample, picture.format == .yuv420p8)
        // Safe: both pictures have luma of this size. A block starts in line 2 or below. Its 16 columns and the two
        // lines above and below it are all in luma, because the first line of the last block is the sixth from the end
        // or above.
        unsafe picture.storage.withUnsafeBufferPointer { here in
            unsafe previous.storage.withUnsafeBufferPointer { before in
                guard let here = here.baseAddress, let before = before.baseAddress else { return }
                var sums = granary_field_sums()
                for index in Swift.stride(from: 0, to: columns * rows, by: step) {
                    let offset = (index / columns * 4 + 2) * stride + index % columns * 16 * sampleSize
                    if isNarrow {
                        unsafe granary_field_sums_8(here + offset, before + offset, stride, &sums)
                    } else {
                        unsafe granary_field_sums_10(here + offset, before + offset, stride, &sums)
                    }
                    count(sums)
                }
            }
        }
    }

    private mutating func count(_ sums: granary_field_sums) {
        blocks += 1
        let near = min(sums.upper_to_before, sums.lower_to_before)
        let far = max(sums.upper_to_before, sums.lower_to_before)
        // Each sample is compared with two.
        guard far >= Self.motionFloor * Self.fieldSampleCount * 2 else { return }
        moving += 1
        upperChange += Int(sums.upper_change)
        lowerChange += Int(sums.lower_change)
        // Combing and detail are sums over twice as many lines as the others.
        if sums.combing * 8 >= sums.detail * 9, far * 4 >= near * 5, sums.combing * 2 >= near * 3 {
            if sums.upper_to_before < sums.lower_to_before { topFirst += 1 } else { bottomFirst += 1 }
        } else if sums.combing <= sums.detail, sums.combing <= near {
            progressive += 1
        }
    }

    /// The combined result.
    var sign: FieldSign {
        guard moving >= max(Self.fewestMoving, blocks / 100) else { return .unclear }
        if upperChange * 2 <= lowerChange { return .topRepeated }
        if lowerChange * 2 <= upperChange { return .bottomRepeated }
        if topFirst >= bottomFirst * 2, topFirst * 4 >= moving { return .topFirst }
        if bottomFirst >= topFirst * 2, bottomFirst * 4 >= moving { return .bottomFirst }
        return (topFirst + bottomFirst) * 2 <= progressive ? .progressive : .unclear
    }
}
