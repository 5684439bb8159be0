package import Media

/// Measures how sharp pictures are: how much each sample of luma differs from the mean of its four neighbours.
///
/// It looks at no more than some 100,000 samples of a picture, spread evenly, so the cost is the same for all sizes.
package enum SharpnessMeter {
    private static let samplesPerSide = 320

    /// The mean difference in hundredths of an 8-bit level; 0 for pictures that are too small.
    package static func measure(_ picture: Picture) -> Int {
        let (width, height) = (picture.size.width, picture.size.height)
        guard width > 2, height > 2 else { return 0 }
        let (across, down) = (max(1, width / samplesPerSide), max(1, height / samplesPerSide))
        let stride = picture.stride(ofPlane: 0)
        let isWide = picture.format.bytesPerSample == 2
        let bytes = picture.storage.span
        func sample(_ x: Int, _ y: Int) -> Int {
            isWide
                ? Int(bytes[y * stride + 2 * x]) | Int(bytes[y * stride + 2 * x + 1]) << 8 : Int(bytes[y * stride + x])
        }
        var (sum, count) = (0, 0)
        for y in Swift.stride(from: 1, to: height - 1, by: down) {
            for x in Swift.stride(from: 1, to: width - 1, by: across) {
                let around = sample(x - 1, y) + sample(x + 1, y) + sample(x, y - 1) + sample(x, y + 1)
                sum += abs(4 * sample(x, y) - around)
                count += 1
            }
        }
        return (sum * 25 / count) >> (picture.format.bitDepth - 8)
    }
}
