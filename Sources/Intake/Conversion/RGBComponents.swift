import FFmpeg
import Media

/// Red, green and blue of a decoded picture in any packing, read row by row into planes of 16-bit words.
struct RGBComponents {
    private let frame: Frame
    private let format: PictureFormat
    private let hasPalette: Bool

    /// Uses an RGB frame.
    init(_ frame: Frame) {
        guard let format = PictureFormat(number: frame.format) else {
            fatalError("a decoded picture has a format that FFmpeg knows")
        }
        self.frame = frame
        self.format = format
        hasPalette = format.traits.contains(.palette)
    }

    /// Reads a region into the planes 0 (red), 1 (green) and 2 (blue). Precondition: the region is in the frame, and
    /// the planes have room for it.
    func read(_ region: PictureRegion, into planes: PlaneBuffers, bytesPerSample: Int) {
        precondition(bytesPerSample == 2, "components are read into words")
        for component in 0..<3 {
            // Safe: the planes check that their rows have room for the width of the region.
            unsafe planes.fill(plane: component, size: region.size, bytesPerSample: bytesPerSample) { row, line in
                unsafe frame.read(
                    // A palette entry is a native word of alpha, red, green and blue.
                    component: hasPalette ? 2 - component : component,
                    of: format,
                    left: region.left,
                    row: region.top + row,
                    count: region.size.width,
                    throughPalette: hasPalette,
                    into: line
                )
            }
        }
    }
}
