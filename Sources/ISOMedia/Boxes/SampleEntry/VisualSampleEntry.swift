/// The entry of a video format, as `hvc1` (ISO/IEC 14496-12 12.1.3; ISO/IEC 14496-15 8.4.1).
package struct VisualSampleEntry: Hashable, Sendable {
    /// Type of the entry; `hvc1` has its parameter sets in `hvcC` only.
    package var format: FourCC = "hvc1"
    /// Width of the coded picture after cropping.
    package var width: UInt16
    /// Height of the coded picture after cropping.
    package var height: UInt16
    /// A name for people, at most 31 bytes.
    package var compressorName = ""
    /// `hvcC`.
    package var hevc: HEVCConfigurationBox?
    /// `colr`.
    package var colour: ColourInformationBox?
    /// `mdcv`.
    package var masteringDisplay: MasteringDisplayBox?
    /// `clli`.
    package var contentLight: ContentLightBox?
    /// `pasp`.
    package var pixelAspect: PixelAspectBox?
    /// `btrt`.
    package var bitRate: BitRateBox?
    /// Types of boxes that were read and are not among these.
    package var otherBoxes: [FourCC] = []

    /// Creates an entry without boxes.
    package init(width: UInt16, height: UInt16) {
        self.width = width
        self.height = height
    }

    /// Reads an entry of a sample description.
    package init(_ entry: SampleDescriptionBox.Entry) throws(MovieError) {
        var reader = BoxReader(entry.format, entry.payload)
        format = entry.format
        try reader.skip(8 + 16)
        width = try reader.u16()
        height = try reader.u16()
        try reader.skip(4 + 4 + 4 + 2)
        let name = try reader.take(32)
        compressorName = String(decoding: name.dropFirst().prefix(Int(min(name.first ?? 0, 31))), as: UTF8.self)
        try reader.skip(4)
        while let child = try reader.child() {
            switch child.type {
            case HEVCConfigurationBox.type: hevc = try HEVCConfigurationBox(payload: child.payload)
            case ColourInformationBox.type: colour = try ColourInformationBox(payload: child.payload)
            case MasteringDisplayBox.type: masteringDisplay = try MasteringDisplayBox(payload: child.payload)
            case ContentLightBox.type: contentLight = try ContentLightBox(payload: child.payload)
            case PixelAspectBox.type: pixelAspect = try PixelAspectBox(payload: child.payload)
            case BitRateBox.type: bitRate = try BitRateBox(payload: child.payload)
            default: otherBoxes.append(child.type)
            }
        }
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
        if let colour { writer.box(colour) }
        if let masteringDisplay { writer.box(masteringDisplay) }
        if let contentLight { writer.box(contentLight) }
        if let pixelAspect { writer.box(pixelAspect) }
        if let bitRate { writer.box(bitRate) }
        return SampleDescriptionBox.Entry(format: format, payload: writer.bytes)
    }

    /// The entry as QuickTime has it: with four zero bytes behind the last box, as Apple writes them.
    var quickTimeEntry: SampleDescriptionBox.Entry {
        var entry = entry
        entry.payload += [0, 0, 0, 0]
        return entry
    }
}
