import CFFmpeg

/// FFmpeg's description of a pixel format: how samples lie in the planes of a frame.
@safe package struct PictureFormat {
    /// Properties of a pixel format.
    package struct Traits: OptionSet, Sendable {
        package let rawValue: UInt64
        package init(rawValue: UInt64) { self.rawValue = rawValue }

        /// Components in planes of their own, or at least in two planes.
        package static let planar = Traits(rawValue: UInt64(AV_PIX_FMT_FLAG_PLANAR))
        /// Red, green and blue.
        package static let rgb = Traits(rawValue: UInt64(AV_PIX_FMT_FLAG_RGB))
        /// Numbers of colours in a palette.
        package static let palette = Traits(rawValue: UInt64(AV_PIX_FMT_FLAG_PAL))
        /// There is alpha.
        package static let alpha = Traits(rawValue: UInt64(AV_PIX_FMT_FLAG_ALPHA))
        /// The most significant byte of a sample comes first.
        package static let bigEndian = Traits(rawValue: UInt64(AV_PIX_FMT_FLAG_BE))
        /// The samples are in the memory of another device.
        package static let hardware = Traits(rawValue: UInt64(AV_PIX_FMT_FLAG_HWACCEL))
        /// Samples are floating-point numbers.
        package static let floatingPoint = Traits(rawValue: UInt64(AV_PIX_FMT_FLAG_FLOAT))
        /// Samples are not whole bytes.
        package static let bitstream = Traits(rawValue: UInt64(AV_PIX_FMT_FLAG_BITSTREAM))
        /// One colour per pixel, as a sensor has it.
        package static let bayer = Traits(rawValue: UInt64(AV_PIX_FMT_FLAG_BAYER))
    }

    /// Where the samples of one component are.
    package struct Component: Hashable, Sendable {
        /// Number of the plane.
        package let plane: Int
        /// Bytes from one sample to the next.
        package let step: Int
        /// Bits below the sample.
        package let shift: Int
        /// Bits of the sample.
        package let depth: Int

        fileprivate init(_ component: AVComponentDescriptor) {
            plane = Int(component.plane)
            step = Int(component.step)
            shift = Int(component.shift)
            depth = Int(component.depth)
        }
    }

    /// FFmpeg's structure, a constant of the library.
    let raw: UnsafePointer<AVPixFmtDescriptor>

    /// The description of the format with FFmpeg's number; nil if FFmpeg has none.
    package init?(number: Int32) {
        // Safe: descriptions are constants of the library.
        guard let descriptor = unsafe av_pix_fmt_desc_get(AVPixelFormat(rawValue: number)) else { return nil }
        unsafe raw = unsafe descriptor
    }

    /// FFmpeg's name, as in `yuv422p10le`.
    package var name: String { unsafe String(cString: raw.pointee.name) }

    /// FFmpeg's name of the format with a number; nil if it has none.
    package static func name(of number: Int32) -> String? {
        // Safe: names are constants of the library.
        guard let name = unsafe av_get_pix_fmt_name(AVPixelFormat(rawValue: number)) else { return nil }
        return unsafe String(cString: name)
    }

    /// Its properties.
    package var traits: Traits { Traits(rawValue: unsafe raw.pointee.flags) }

    /// Number of components, alpha included.
    package var componentCount: Int { unsafe Int(raw.pointee.nb_components) }

    /// The first three components; those that the format does not have are zero.
    package var components: [Component] {
        unsafe [raw.pointee.comp.0, raw.pointee.comp.1, raw.pointee.comp.2].map(Component.init)
    }

    /// How often the chroma width is halved.
    package var chromaShiftX: Int { unsafe Int(raw.pointee.log2_chroma_w) }

    /// How often the chroma height is halved.
    package var chromaShiftY: Int { unsafe Int(raw.pointee.log2_chroma_h) }
}
