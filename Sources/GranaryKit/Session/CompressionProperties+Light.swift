import Media

extension CompressionProperties {
    /// Takes shape, colour, light and the limits of the buffer over into the settings of an encoder.
    ///
    /// - Parameter check: throws, unless its first argument is true, for a property and its value.
    func describe(
        _ encoder: inout EncoderSettings,
        _ check: (Bool, String, Any?) throws(GranaryError) -> Void
    ) throws(GranaryError) {
        try check(chromaLocation.map { (0...5).contains($0) } ?? true, "chromaLocation", chromaLocation)
        try check(masteringDisplay?.isPossible ?? true, "masteringDisplay", masteringDisplay)
        try check(ambientViewing?.isPossible ?? true, "ambientViewing", ambientViewing)
        try check(pixelAspectRatio.wrapped != nil, "pixelAspectRatio", pixelAspectRatio)
        encoder.pixelAspect = pixelAspectRatio.wrapped ?? .square
        encoder.colourMetadata = ColourMetadata(
            colour: ColourDescription(
                primaries: colour.primaries,
                transfer: colour.transfer,
                matrix: colour.matrix,
                isFullRange: isFullRange
            ),
            masteringDisplay: masteringDisplay?.wrapped,
            contentLight: contentLight?.wrapped,
            ambientViewing: ambientViewing?.wrapped,
            chromaLocation: chromaLocation.flatMap { UInt8(exactly: $0) }
        )
        guard let maximumBitRate else {
            try check(bufferSize == nil, "maximumBitRate", nil)
            return
        }
        var isEnough = BufferLimits.allowed.contains(maximumBitRate)
        if case .average(let rate) = goal.kind, rate > maximumBitRate { isEnough = false }
        try check(isEnough, "maximumBitRate", maximumBitRate)
        let bits = bufferSize ?? maximumBitRate
        try check(BufferLimits.allowed.contains(bits), "bufferSize", bits)
        encoder.buffer = BufferLimits(bitsPerSecond: maximumBitRate, bufferBits: bits)
    }
}
