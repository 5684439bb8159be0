/// The encoder options that the two-pass model depends on, read from the line that libx265 or libx264 writes into its
/// statistics.
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
    /// How the encoder corrects itself while it encodes.
    var feedback = Feedback.x265

    /// What a fed pass makes of the bits that it has taken so far.
    enum Feedback {
        /// One frame's share of the rate counts in advance, and the ratio of bits taken to bits predicted counts more
        /// towards the end.
        case x265
        /// Nothing counts in advance. The ratio counts in full from the hundredth part of the range on, but not in the
        /// first second.
        case x264
    }

    /// The complexity that x265 assumes for a typical frame.
    var standardComplexity: Double { Double(max(unitCount, 1)) * (bidirectionalFrames > 0 ? 120 : 80) }

    /// The largest ratio between the scales of two successive frames of a type.
    var stepScale: Double {
        var scale = 1.0
        for _ in 0..<Int(quantizerStep) { scale *= 1.122_462_048_309_373 }
        return scale
    }

    /// Reads an `#options:` line of x265 or x264, which plan alike. An option that is missing, or has a value that the
    /// encoder does not accept, keeps x265's default.
    init(optionsLine: String) {
        let words = optionsLine.split(separator: " ")
        // x264 begins with the size; x265 gives it a name.
        if words.count > 1, let units = Self.units(ofSize: words[1]) {
            unitCount = units
            feedback = .x264
            // x264 names the macroblock tree only where it is on. With it, B pictures share the scale of P pictures.
            usesCutree = words.contains("mbtree=1")
            if usesCutree { bidirectionalRatio = 1 }
        }
        for word in words {
            if word == "no-cutree" { usesCutree = false }
            guard let equals = word.firstIndex(of: "=") else { continue }
            let value = word[word.index(after: equals)...]
            switch word[..<equals] {
            case "ipratio", "ip_ratio": read(value, 0.01...100, &intraRatio)
            case "pbratio", "pb_ratio": read(value, 0.01...100, &bidirectionalRatio)
            case "qcomp": read(value, 0...1, &quantizerCompression)
            case "qblur": read(value, 0...1000, &quantizerBlur)
            case "cplxblur": read(value, 0...1000, &complexityBlur)
            case "bframes": bidirectionalFrames = Int(value) ?? bidirectionalFrames
            case "qpmin": read(value, 0...100, &quantizerMinimum)
            case "qpmax": read(value, 0...100, &quantizerMaximum)
            case "qpstep": read(value, 0...100, &quantizerStep)
            case "input-res": unitCount = Self.units(ofSize: value) ?? unitCount
            default: break
            }
        }
    }

    /// Units in a picture of a size as in "1920x1080"; nil for anything else.
    private static func units(ofSize text: Substring) -> Int? {
        let sides = text.split(separator: "x").compactMap { Int($0) }.filter { (1...1 << 20).contains($0) }
        return sides.count == 2 ? ((sides[0] + 15) / 16) * ((sides[1] + 15) / 16) : nil
    }

    private func read(_ text: Substring, _ range: ClosedRange<Double>, _ option: inout Double) {
        if let value = Double(text), range.contains(value) { option = value }
    }
}
