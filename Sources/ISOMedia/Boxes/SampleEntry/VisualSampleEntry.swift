/// The sample entry of a video format, such as `hvc1` (ISO/IEC 14496-12 12.1.3; ISO/IEC 14496-15 8.4.1).
package struct VisualSampleEntry: Hashable, Sendable {
    /// Type of the entry; `hvc1` has its parameter sets in `hvcC` only.
    package var format: FourCC = "hvc1"
    /// Width of the coded picture after cropping.
    package var width: UInt16
    /// Height of the coded picture after cropping.
    package var height: UInt16
    /// Compressor name, at most 31 bytes of UTF-8; empty if it is not UTF-8 in the file.
    package var compressorName = ""
    /// `hvcC`.
    package var hevc: HEVCConfigurationBox?
    /// `avcC`.
    package var avc: AVCConfigurationBox?
    /// `colr` with codes of H.273.
    package var colour: ColourInformationBox?
    /// `colr` with an ICC profile, in addition to that with codes; `readProfile()` checks it.
    package var colourProfile: ColourInformationBox?
    /// `mdcv`.
    package var masteringDisplay: MasteringDisplayBox?
    /// `clli`.
    package var contentLight: ContentLightBox?
    /// `amve`.
    package var ambientViewing: AmbientViewingBox?
    /// `dvcC`, `dvvC` or `dvwC`.
    package var dolbyVision: DolbyVisionBox?
    /// `clap`.
    package var cleanAperture: CleanApertureBox?
    /// `pasp`.
    package var pixelAspect: PixelAspectBox?
    /// `btrt`.
    package var bitRate: BitRateBox?
    /// `ccst`, of image sequences.
    package var constraints: CodingConstraintsBox?
    /// Types of other boxes that were found.
    package var otherBoxes: [FourCC] = []
    /// Faults of the boxes that were read, one line each: those boxes are left out, the rest is used.
    package var faults: [String] = []

    /// Creates an entry without boxes.
    package init(width: UInt16, height: UInt16) {
        self.width = width
        self.height = height
    }

    /// The entry as bytes. `otherBoxes` are not written: only their types are known.
    package var entry: SampleDescriptionBox.Entry {
        var writer = BoxWriter()
        writer.zeros(6)
        writer.u16(1)  // data_reference_index
        writer.zeros(16)
        writer.u16(width)
        writer.u16(height)
        writer.u32(0x48_0000)  // 72 dpi
        writer.u32(0x48_0000)
        writer.zeros(4)
        writer.u16(1)  // frame_count: one picture a sample
        let name = compressorName.utf8.prefix(31)
        writer.u8(UInt8(name.count))
        writer.append(name)
        writer.zeros(31 - name.count)
        writer.u16(0x18)  // depth: colour without alpha
        writer.s16(-1)
        if let hevc { writer.box(hevc) }
        if let avc { writer.box(avc) }
        if let colour { writer.box(colour) }
        if let colourProfile { writer.box(colourProfile) }
        if let masteringDisplay { writer.box(masteringDisplay) }
        if let contentLight { writer.box(contentLight) }
        if let ambientViewing { writer.box(ambientViewing) }
        dolbyVision?.write(to: &writer)
        if let cleanAperture { writer.box(cleanAperture) }
        if let pixelAspect { writer.box(pixelAspect) }
        if let bitRate { writer.box(bitRate) }
        if let constraints { writer.box(constraints) }
        return SampleDescriptionBox.Entry(format: format, payload: writer.bytes)
    }

    /// The entry in QuickTime: with four zero bytes after the last box, as Apple writes them.
    var quickTimeEntry: SampleDescriptionBox.Entry {
        var entry = entry
        entry.payload += [0, 0, 0, 0]
        return entry
    }
}
