import CFFmpeg
import Media

/// Red, green and blue of a decoded picture in any packing, read row by row into planes of 16-bit words.
@unsafe struct RGBComponents {
    private let frame: UnsafePointer<AVFrame>
    private let descriptor: UnsafePointer<AVPixFmtDescriptor>
    private let hasPalette: Bool

    /// Uses an RGB frame, which must be readable as long as this object is used.
    init(_ frame: UnsafePointer<AVFrame>) {
        guard let descriptor = unsafe av_pix_fmt_desc_get(AVPixelFormat(rawValue: frame.pointee.format)) else {
            fatalError("a decoded picture has a format that FFmpeg knows")
        }
        unsafe self.frame = unsafe frame
        unsafe self.descriptor = unsafe descriptor
        unsafe hasPalette = unsafe descriptor.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0
    }

    /// Reads a region into the planes 0 (red), 1 (green) and 2 (blue). Precondition: the region is in the frame, and
    /// the planes have room for it.
    func read(_ region: PictureRegion, into planes: PlaneBuffers, bytesPerSample: Int) {
        precondition(bytesPerSample == 2, "components are read into words")
        for component in 0..<3 {
            unsafe planes.fill(plane: component, size: region.size, bytesPerSample: bytesPerSample) { row, line in
                unsafe granary_read_components(
                    line,
                    frame,
                    descriptor,
                    CInt(region.left),
                    CInt(region.top + row),
                    // A palette entry is a native word of alpha, red, green and blue.
                    CInt(hasPalette ? 2 - component : component),
                    CInt(region.size.width),
                    hasPalette ? 1 : 0
                )
            }
        }
    }
}
