import FFmpeg
import Media

/// The sample layout of a decoded picture, for the formats that Granary supports: planar Y'CbCr of 8 to 16 bits in
/// native byte order, and RGB of 8 to 16 bits in any order, also with a palette. Alpha is not read.
struct PlanarLayout: Hashable, Sendable {
    /// FFmpeg's name, as in `yuv422p10le`.
    let name: String
    /// Bits of a sample, 8 to 16.
    let bitDepth: Int
    /// How often the chroma width is halved, 0 to 2.
    let chromaShiftX: Int
    /// How often the chroma height is halved, 0 to 2.
    let chromaShiftY: Int
    /// Whether the name of the format implies full range (the old `yuvj` formats).
    let impliesFullRange: Bool
    /// Whether there is alpha in addition to the three components. Granary does not keep it.
    let hasAlpha: Bool
    /// Whether the components are red, green and blue. They are read separately, into 16-bit words.
    let isRGB: Bool

    /// Bytes per sample as stored; for RGB, as read.
    var bytesPerSample: Int { bitDepth > 8 || isRGB ? 2 : 1 }

    /// The format that already has these samples, if there is one.
    var pixelFormat: PixelFormat? {
        guard !isRGB, chromaShiftX == 1, chromaShiftY == 1 else { return nil }
        return bitDepth == 8 ? .yuv420p8 : bitDepth == 10 ? .yuv420p10 : nil
    }

    /// The format that loses least: 8 bits stay 8, more bits become 10.
    var nearestPixelFormat: PixelFormat { bitDepth == 8 ? .yuv420p8 : .yuv420p10 }

    /// The smallest size that contains another one and whose chroma planes have whole samples.
    func wholeSize(over size: PictureSize) -> PictureSize {
        func whole(_ side: Int, _ shift: Int) -> Int { ((side + (1 << shift) - 1) >> shift) << shift }
        return PictureSize(width: whole(size.width, chromaShiftX), height: whole(size.height, chromaShiftY))
    }

    /// The usual name of the chroma subsampling, as in `4:2:2`; `RGB` if there is no chroma.
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

    /// Describes a pixel format of FFmpeg; nil if Granary does not support it.
    init?(pixelFormat: Int32) {
        guard let format = PictureFormat(number: pixelFormat) else { return nil }
        let traits = format.traits
        if let layout = PlanarLayout(rgb: format) {
            self = layout
            return
        }
        let hasAlpha = traits.contains(.alpha)
        guard traits.contains(.planar), format.componentCount == (hasAlpha ? 4 : 3) else { return nil }
        guard traits.isDisjoint(with: [.rgb, .bigEndian, .hardware, .floatingPoint, .bitstream]) else { return nil }
        // Semi-planar formats keep Cb and Cr in one plane.
        let components = format.components
        let depth = components[0].depth
        guard (8...16).contains(depth) else { return nil }
        for (index, component) in components.enumerated() {
            guard component.plane == index, component.shift == 0, component.depth == depth,
                component.step == (depth > 8 ? 2 : 1)
            else { return nil }
        }
        name = format.name
        bitDepth = depth
        chromaShiftX = format.chromaShiftX
        chromaShiftY = format.chromaShiftY
        impliesFullRange = name.hasPrefix("yuvj")
        self.hasAlpha = hasAlpha
        isRGB = false
        guard chromaShiftX <= 2, chromaShiftY <= 2 else { return nil }
    }

    /// Describes an RGB format; nil if it is not one, or if its three components do not all have the same 8 to 16 bits.
    private init?(rgb format: PictureFormat) {
        let traits = format.traits
        let hasPalette = traits.contains(.palette)
        guard traits.contains(.rgb) || hasPalette,
            traits.isDisjoint(with: [.hardware, .floatingPoint, .bitstream, .bayer])
        else { return nil }
        let components = format.components
        let depth = components[0].depth
        guard hasPalette || format.componentCount >= 3 && components.allSatisfy({ $0.depth == depth }),
            (8...16).contains(depth)
        else { return nil }
        name = format.name
        bitDepth = depth
        (chromaShiftX, chromaShiftY) = (0, 0)
        impliesFullRange = false
        // The alpha of a palette is seldom intended.
        hasAlpha = traits.contains(.alpha) && !hasPalette
        isRGB = true
    }

    /// The layout in which colours are converted: 4:4:4 of 16 bits.
    static let working = PlanarLayout(working: "yuv444p16le")

    private init(working name: String) {
        self.name = name
        (bitDepth, chromaShiftX, chromaShiftY) = (16, 0, 0)
        (impliesFullRange, hasAlpha, isRGB) = (false, false, false)
    }

    /// FFmpeg's name of any pixel format.
    static func name(of pixelFormat: Int32) -> String { PictureFormat.name(of: pixelFormat) ?? "unknown" }
}
