package import Media

extension DynamicMetadata {
    /// How bright it says that its picture is; nil if it does not say, or cannot be read. HDR10+ comes first: it
    /// states light, where Dolby Vision states values of PQ.
    package var brightness: PictureBrightness? {
        if let hdr10Plus, let window = try? HDR10PlusMessage(payload: hdr10Plus).windows.first {
            let maximum = Double(window.maximum.max() ?? 0) / 10
            return PictureBrightness(maximum: maximum, average: Double(window.average) / 10)
        }
        guard let dolbyVision else { return nil }
        return try? DolbyVisionUnit(payload: dolbyVision).brightness()
    }
}

extension DolbyVisionUnit {
    /// metadata level of the block that states the brightness.
    private static let brightnessLevel: UInt8 = 1

    /// The brightness in metadata level 1; nil without that block.
    package func brightness() throws(BitstreamError) -> PictureBrightness? {
        let blocks = try DolbyVisionBody(self).blocks
        guard let block = blocks.first(where: { $0.level == Self.brightnessLevel }) else { return nil }
        var bits = BitReader(payload)
        try bits.skip(block.content.lowerBound + 12, "min_PQ")
        let maximum = Double(try bits.bits(12, "max_PQ")) / 4095
        let average = Double(try bits.bits(12, "avg_PQ")) / 4095
        return PictureBrightness(
            maximum: PerceptualQuantizer.luminance(of: maximum),
            average: PerceptualQuantizer.luminance(of: average)
        )
    }
}
