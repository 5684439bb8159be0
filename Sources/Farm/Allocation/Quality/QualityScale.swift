import Foundation

/// A metric on a scale of decibels, on which it falls nearly evenly with the rate factor, and how its means are taken.
///
/// PSNR and XPSNR are such a scale already. SSIM's and VMAF's distances from the best that they can be are ratios of
/// energies as little else is: on a logarithmic scale they fall as straight as PSNR does.
struct QualityScale: Hashable, Sendable {
    /// What is measured.
    let metric: QualityMetric

    /// The best that a level is told apart from.
    private static let highest = 100.0
    /// VMAF is clipped at 100 where models still tell encodes apart: half a point is left above it.
    private static let perfectVMAF = 100.5

    /// A figure as a level in dB; higher is better.
    func level(_ value: Double) -> Double {
        switch metric {
        case .psnr, .xpsnr: min(value, Self.highest)
        case .ssim: min(-10 * log10(max(1 - value, 1e-10)), Self.highest)
        case .vmaf: -10 * log10(max(Self.perfectVMAF - value, 0.5) / Self.perfectVMAF)
        }
    }

    /// The figure at a level; the reverse of `level`.
    func value(atLevel level: Double) -> Double {
        switch metric {
        case .psnr, .xpsnr: level
        case .ssim: 1 - pow(10, -level / 10)
        case .vmaf: min(max(Self.perfectVMAF * (1 - pow(10, -level / 10)), 0), 100)
        }
    }

    /// The mean of figures, each over so many frames; nil without frames. For XPSNR over the roots of errors.
    func mean(_ parts: [(value: Double, frames: Int)]) -> Double? {
        let frames = Double(parts.reduce(0) { $0 + $1.frames })
        guard frames > 0 else { return nil }
        switch metric {
        case .psnr, .ssim, .vmaf: return parts.reduce(0) { $0 + $1.value * Double($1.frames) } / frames
        case .xpsnr:
            let root = parts.reduce(0) { $0 + pow(10, -$1.value / 20) * Double($1.frames) } / frames
            return -20 * log10(max(root, 1e-5))
        }
    }

    /// Levels from one rate factor to the next, as measured on films before anything is known of the one at hand.
    var levelsPerFactor: Double {
        switch metric {
        case .psnr: -0.60
        case .xpsnr: -0.55
        case .ssim: -0.50
        case .vmaf: -0.55
        }
    }

    /// The same of ranges of a kind: the error of what hardly moves falls faster, down to all that there is to code.
    func levelsPerFactor(of kind: FinalScale.Kind?) -> Double {
        switch metric {
        case .psnr, .xpsnr: levelsPerFactor - 0.07 * (kind?.stillness ?? 0)
        case .ssim, .vmaf: levelsPerFactor
        }
    }

    /// Rate factors on a scale on which levels fall straight, in steps from one to the next at 28. Down to 20 levels fall the slower, the
    /// lower the factor; below, where an encode nears its source, as fast again.
    func position(ofFactor factor: Double) -> Double {
        let away = factor - Self.middleFactor
        let bent = max(away, Self.leastBent)
        return bent + bend / 2 * bent * bent + min(away - Self.leastBent, 0)
    }

    /// The rate factor at a position; the reverse of `position(ofFactor:)`.
    func factor(atPosition position: Double) -> Double {
        let least = Self.leastBent + bend / 2 * Self.leastBent * Self.leastBent
        guard position > least else { return Self.middleFactor + Self.leastBent + position - least }
        return Self.middleFactor + ((1 + 2 * bend * position).squareRoot() - 1) / bend
    }

    private static let middleFactor = 28.0
    /// How far from the middle the lowest factor lies that the bend is true of.
    private static let leastBent = -8.0

    /// By how much faster levels fall with each rate factor, as a fraction of how fast they fall at 28.
    private var bend: Double {
        switch metric {
        case .psnr, .ssim: 0.012
        case .xpsnr, .vmaf: 0.02
        }
    }

    /// By how many levels the final preset lies above the analysis at one rate factor, likewise (Docs/Decisions/0021): the analysis skips
    /// what hardly moves, and the final preset goes on to mend it.
    ///
    /// - Parameters:
    ///   - speed: x265's name of the final preset.
    ///   - kind: of the range; nil where that is not known.
    func finalOverAnalysis(speed: String, kind: FinalScale.Kind?) -> Double {
        let still = kind?.stillness ?? 0
        let (moving, octave): (Double, Double) =
            switch metric {
            case .psnr: (0.8, 0.8)
            case .xpsnr: (0.95, 0.9)
            case .ssim: (0.75, 1.25)
            case .vmaf: (0.55, 0.35)
            }
        return speed == "ultrafast" ? 0 : moving + octave * still
    }

    /// The rate factor that comes near a target on films of common complexity; how near, decides how well the analysis
    /// foretells, not what comes out.
    func likelyFactor(for target: Double) -> Double {
        let (value, factor): (Double, Double) =
            switch metric {
            case .psnr: (43, 26)
            case .xpsnr: (42, 26)
            case .ssim: (0.98, 26)
            case .vmaf: (93, 26)
            }
        return min(max((factor + (level(target) - level(value)) / levelsPerFactor).rounded(), 14), 38)
    }

    /// Whether a film's mean is as good as its target: within 0.1 dB, for SSIM on its own scale, or 0.3 VMAF.
    func isWithinTolerance(_ mean: Double, of target: Double) -> Bool {
        metric == .vmaf
            ? (mean - target).magnitude <= 0.3 : (level(mean) - level(target)).magnitude <= Self.tolerance + 1e-9
    }

    /// In levels.
    static let tolerance = 0.1

    /// A distance from a target in words, as in `0.21 dB below` or `0.0012 above`.
    func words(_ value: Double, from target: Double) -> String {
        let difference = value - target
        return
            "\(Figure.decimal(difference.magnitude, metric.digits))\(metric.unit) \(difference < 0 ? "below" : "above")"
    }

    /// A figure in words, as in `SSIM 0.98123` and `PSNR 41.20 dB`.
    func words(_ value: Double) -> String {
        "\(metric.name) \(Figure.decimal(value, metric.digits))\(metric.unit)"
    }
}

extension RangeQuality {
    /// The mean of a metric over the range; nil when it was not measured.
    package func figure(_ metric: QualityMetric) -> Double? {
        switch metric {
        case .psnr: psnrY
        case .ssim: ssim
        case .xpsnr: xpsnrY
        case .vmaf: vmaf
        }
    }
}
