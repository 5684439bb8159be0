import Media

extension ColourDescription {
    /// The colour tags of FFmpeg, which uses the codes of H.273.
    init(primaries: UInt32, transfer: UInt32, matrix: UInt32, isFullRange: Bool?) {
        self.init(
            primaries: Self.code(primaries),
            transfer: Self.code(transfer),
            matrix: Self.code(matrix),
            isFullRange: isFullRange
        )
    }

    /// 0 is reserved for primaries and transfer, and FFmpeg uses it for "unspecified". Values above a byte are private.
    private static func code(_ value: UInt32) -> UInt8 { value > 0 && value <= 255 ? UInt8(value) : 2 }
}
