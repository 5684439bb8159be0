/// The encoder options that the two-pass model depends on, read from the line that libx265 writes into its statistics.
struct EncoderRateOptions: Hashable, Sendable {
    /// Whether cutree was on: then all P frames share one quantiser scale.
    var usesCutree = true
    /// `ipratio`: the scale of P frames divided by that of I frames.
    var intraRatio = 1.4
    /// `pbratio`: the scale of unreferenced B frames divided by that of P frames.
    var bidirectionalRatio = 1.3
    /// `qcomp`, 0 (constant rate) to 1 (constant quantiser).
    var quantizerCompression = 0.6
    /// `qblur`, frames over which quantiser scales are smoothed.
    var quantizerBlur = 0.5
    /// `cplxblur`, frames over which complexity is averaged.
    var complexityBlur = 20.0
    /// `qpmin`.
    var quantizerMinimum = 0.0
    /// `qpmax`.
    var quantizerMaximum = X265Limits.highestQuantizer
    /// `qpstep`, the largest step between frames of a type.
    var quantizerStep = 4.0
    /// `bframes`, the longest run of B frames.
    var bidirectionalFrames = 4
    /// Number of 16x16 units in a picture, by which intra units are counted.
    var unitCount = 0

    /// The complexity that x265 assumes for a typical frame.
    var standardComplexity: Double { Double(max(unitCount, 1)) * (bidirectionalFrames > 0 ? 120 : 80) }

    /// The largest ratio between the scales of two successive frames of a type.
    var stepScale: Double {
        var scale = 1.0
        for _ in 0..<Int(quantizerStep) { scale *= 1.122_462_048_309_373 }
        return scale
    }

    /// Reads an `#options:` line. An option that is missing, or has a value that x265 does not accept, keeps x265's
    /// default.
    init(optionsLine: String) {
        for word in optionsLine.split(separator: " ") {
            if word == "no-cutree" { usesCutree = false }
            guard let equals = word.firstIndex(of: "=") else { continue }
            let value = word[word.index(after: equals)...]
            switch word[..<equals] {
            case "ipratio": read(value, 0.01...100, &intraRatio)
            case "pbratio": read(value, 0.01...100, &bidirectionalRatio)
            case "qcomp": read(value, 0...1, &quantizerCompression)
            case "qblur": read(value, 0...1000, &quantizerBlur)
            case "cplxblur": read(value, 0...1000, &complexityBlur)
            case "bframes": bidirectionalFrames = Int(value) ?? bidirectionalFrames
            case "qpmin": read(value, 0...100, &quantizerMinimum)
            case "qpmax": read(value, 0...100, &quantizerMaximum)
            case "qpstep": read(value, 0...100, &quantizerStep)
            case "input-res":
                let sides = value.split(separator: "x").compactMap { Int($0) }.filter { (1...1 << 20).contains($0) }
                if sides.count == 2 { unitCount = ((sides[0] + 15) / 16) * ((sides[1] + 15) / 16) }
            default: break
            }
        }
    }

    private func read(_ text: Substring, _ range: ClosedRange<Double>, _ option: inout Double) {
        if let value = Double(text), range.contains(value) { option = value }
    }
}
