extension FrameActivity {
    /// All of it as plain numbers, for documents of modules that do not know this type: frame, brightness, the three
    /// differences (-1 for none), then the 32 bytes of the signature. Every value is a whole number and is stored
    /// exactly.
    package var numbers: [Double] {
        [Double(frame), Double(brightness)]
            + [difference, structuralDifference, histogramDifference].map { Double($0 ?? -1) }
            + signature.map(Double.init)
    }

    /// Reads `numbers`; nil if they are not those of a frame.
    package init?(numbers: [Double]) {
        let whole = numbers.compactMap(Int.init(exactly:))
        let signature = whole.dropFirst(5).compactMap(UInt8.init(exactly:))
        guard whole.count == numbers.count, whole.count == 37, signature.count == 32 else { return nil }
        func optional(_ value: Int) -> Int? { value < 0 ? nil : value }
        self.init(
            frame: whole[0],
            brightness: whole[1],
            difference: optional(whole[2]),
            structuralDifference: optional(whole[3]),
            histogramDifference: optional(whole[4]),
            signature: signature
        )
    }
}
