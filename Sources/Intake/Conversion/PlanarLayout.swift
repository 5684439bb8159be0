import CFFmpeg
import Media

/// How the samples of a decoded picture lie, for the formats that Granary takes: planar Y'CbCr of 8 to 16 bits in
/// native byte order, and RGB of as many bits in any order, by a palette too. Alpha is left where it is.
struct PlanarLayout: Hashable, Sendable {
    /// FFmpeg's name, as in `yuv422p10le`.
    let name: String
    /// Bits of a sample, 8 to 16.
    let bitDepth: Int
    /// Chroma is halved in width this often, 0 to 2.
    let chromaShiftX: Int
    /// Chroma is halved in height this often, 0 to 2.
    let chromaShiftY: Int
    /// Whether the format's very name says full range (the old `yuvj` formats).
    let impliesFullRange: Bool
    /// Whether there is alpha beside the three components, which no film here keeps.
    let hasAlpha: Bool
    /// Whether the components are red, green and blue. They are read one by one, into words of 16 bits.
    let isRGB: Bool

    /// Bytes of a sample as it is stored, of RGB as it is read.
    var bytesPerSample: Int { bitDepth > 8 || isRGB ? 2 : 1 }

    /// The format whose samples these are already, when there is one.
    var pixelFormat: PixelFormat? {
        guard !isRGB, chromaShiftX == 1, chromaShiftY == 1 else { return nil }
        return bitDepth == 8 ? .yuv420p8 : bitDepth == 10 ? .yuv420p10 : nil
    }

    /// The format that loses least: 8 bits stay 8, more become 10.
    var nearestPixelFormat: PixelFormat { bitDepth == 8 ? .yuv420p8 : .yuv420p10 }

    /// The smallest size over another one whose chroma planes have whole samples.
    func wholeSize(over size: PictureSize) -> PictureSize {
        func whole(_ side: Int, _ shift: Int) -> Int { ((side + (1 << shift) - 1) >> shift) << shift }
        return PictureSize(width: whole(size.width, chromaShiftX), height: whole(size.height, chromaShiftY))
    }

    /// Chroma subsampling as people say it, as in `4:2:2`; `RGB` where there is no chroma.
    var subsampling: String {
        switch (chromaShiftX, chromaShiftY) {
        case _ where isRGB: "RGB"
        case (0, 0): "4:4:4"
        case (1, 0): "4:2:2"
        case (1, 1): "4:2:0"
        case (2, 0): "4:1:1"
        case (2, 2): "4:1:0"
        case (0, 1): "4:4:0"
        default: "another"
        }
    }

    /// Describes FFmpeg's pixel format; nil when it is not one of those that Granary takes.
    init?(pixelFormat: Int32) {
        let format = AVPixelFormat(rawValue: pixelFormat)
        guard let descriptor = unsafe av_pix_fmt_desc_get(format)?.pointee else { return nil }
        let flags = unsafe descriptor.flags
        if let layout = unsafe PlanarLayout(rgb: descriptor) {
            self = layout
            return
        }
        let hasAlpha = flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
        guard flags & UInt64(AV_PIX_FMT_FLAG_PLANAR) != 0, unsafe descriptor.nb_components == (hasAlpha ? 4 : 3)
        else { return nil }
        let others = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_HWACCEL
        guard flags & UInt64(others | AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BITSTREAM) == 0 else { return nil }
        // Semi-planar formats keep Cb and Cr in one plane.
        let components = unsafe [descriptor.comp.0, descriptor.comp.1, descriptor.comp.2]
        let depth = Int(components[0].depth)
        guard (8...16).contains(depth) else { return nil }
        for (index, component) in components.enumerated() {
            guard component.plane == index, component.shift == 0, component.depth == depth,
                component.step == (depth > 8 ? 2 : 1)
            else { return nil }
        }
        name = unsafe String(cString: descriptor.name)
        bitDepth = depth
        chromaShiftX = unsafe Int(descriptor.log2_chroma_w)
        chromaShiftY = unsafe Int(descriptor.log2_chroma_h)
        impliesFullRange = name.hasPrefix("yuvj")
        self.hasAlpha = hasAlpha
        isRGB = false
        guard chromaShiftX <= 2, chromaShiftY <= 2 else { return nil }
    }

    /// Describes a format of RGB; nil when it is none, or has other depths than 8 to 16 bits, one for all three.
    private init?(rgb descriptor: AVPixFmtDescriptor) {
        let flags = unsafe descriptor.flags
        func has(_ flag: Int32) -> Bool { flags & UInt64(flag) != 0 }
        let hasPalette = has(AV_PIX_FMT_FLAG_PAL)
        guard has(AV_PIX_FMT_FLAG_RGB) || hasPalette, !has(AV_PIX_FMT_FLAG_HWACCEL), !has(AV_PIX_FMT_FLAG_FLOAT),
            !has(AV_PIX_FMT_FLAG_BITSTREAM), !has(AV_PIX_FMT_FLAG_BAYER)
        else { return nil }
        let components = unsafe [descriptor.comp.0, descriptor.comp.1, descriptor.comp.2]
        let depth = Int(components[0].depth)
        guard unsafe hasPalette || descriptor.nb_components >= 3 && components.allSatisfy({ $0.depth == depth }),
            (8...16).contains(depth)
        else { return nil }
        name = unsafe String(cString: descriptor.name)
        bitDepth = depth
        (chromaShiftX, chromaShiftY) = (0, 0)
        impliesFullRange = false
        // A palette's alpha is seldom meant.
        hasAlpha = has(AV_PIX_FMT_FLAG_ALPHA) && !hasPalette
        isRGB = true
    }

    /// FFmpeg's name of any of its pixel formats.
    static func name(of pixelFormat: Int32) -> String {
        guard let name = unsafe av_get_pix_fmt_name(AVPixelFormat(rawValue: pixelFormat)) else { return "unknown" }
        return unsafe String(cString: name)
    }
}
