package import Media

/// Compares the decoded pictures of a film with its source, in presentation order.
///
/// Each metric has one value per frame and one for the film. The film's PSNR and metrics like it come from the mean
/// error over all frames, which a few near-perfect frames cannot raise. XPSNR is pooled as its authors do it. SSIM is
/// the mean.
package struct FilmMeter: Sendable {
    private let coding: LightCoding?
    private let isFullRange: Bool
    private var tables: LightTables?
    private var weighter: PerceptualWeighter
    private var plain = FilmQuality()
    private var perceptual = FilmPerceptualQuality()
    private var lightErrors = (uniform: 0.0, weighted: 0.0)
    private var bitDepth = 8
    private var values: [FilmMetric: [Double]] = [:]

    /// Creates a meter for a film.
    ///
    /// - Parameters:
    ///   - framesPerSecond: frame rate for the measure of motion; the average of a variable frame rate.
    ///   - colour: colour of source and film.
    package init(framesPerSecond: Double, colour: ColourDescription = .unspecified) {
        weighter = PerceptualWeighter(framesPerSecond: framesPerSecond)
        coding = LightCoding(transfer: colour.transfer)
        isFullRange = colour.isFullRange ?? false
    }

    /// Number of pictures so far.
    package var count: Int { plain.count }

    /// The metrics that apply to the film: two of them apply only to PQ or HLG.
    package var metrics: [FilmMetric] {
        FilmMetric.allCases.filter { metric in
            switch metric {
            case .wpsnr: coding == .perceptualQuantizer
            case .pu21PSNR: coding != nil
            default: true
            }
        }
    }

    /// Compares the film's next picture with its source. Throws if they do not fit each other, and counts neither.
    package mutating func add<Source: PlanarPicture & ~Copyable, Film: PlanarPicture & ~Copyable>(
        _ picture: borrowing Film,
        against source: borrowing Source
    ) throws(ComparisonError) {
        let joint = try JointComparison(of: picture, against: source, weights: try weighter.weights(of: source))
        let (comparison, weighted) = (joint.plain, joint.perceptual)
        bitDepth = source.format.bitDepth
        if let coding {
            let tables = tables ?? LightTables(coding, format: source.format, isFullRange: isFullRange)
            self.tables = tables
            let light = try tables.comparison(of: picture, against: source)
            lightErrors.uniform += light.uniformError
            lightErrors.weighted += light.weightedError ?? 0
            append(light.uniformPSNR, .pu21PSNR)
            if let weighted = light.weightedPSNR { append(weighted, .wpsnr) }
        }
        plain.add(comparison)
        perceptual.add(weighted)
        let planes = (0..<3).map(comparison.psnr(ofPlane:))
        for (metric, value) in zip([FilmMetric.psnrY, .psnrU, .psnrV], planes) { append(value, metric) }
        append(Self.weighted(planes), .psnrYUV)
        append(comparison.ssim, .ssim)
        append(weighted.xpsnr(ofPlane: 0), .xpsnr)
    }

    /// The value of every frame in presentation order; empty for a metric that does not apply.
    package func frames(_ metric: FilmMetric) -> [Double] { values[metric] ?? [] }

    /// Mean, harmonic mean and percentiles of the frames' values; nil without pictures.
    package func summary(_ metric: FilmMetric) -> QualitySummary? { QualitySummary(frames(metric)) }

    /// The value of the film; nil without pictures, and for a metric that does not apply.
    package func film(_ metric: FilmMetric) -> Double? {
        guard count > 0, metrics.contains(metric) else { return nil }
        switch metric {
        case .psnrY: return plain.globalPSNR(ofPlane: 0)
        case .psnrU: return plain.globalPSNR(ofPlane: 1)
        case .psnrV: return plain.globalPSNR(ofPlane: 2)
        case .psnrYUV: return Self.weighted((0..<3).compactMap(plain.globalPSNR(ofPlane:)))
        case .ssim: return plain.ssim?.mean
        case .xpsnr: return perceptual.xpsnr(ofPlane: 0)
        case .wpsnr:
            return PeakSignalToNoise.decibels(
                meanSquaredError: lightErrors.weighted / Double(count),
                peak: LightTables.weightedPeak(bitDepth)
            )
        case .pu21PSNR:
            return PeakSignalToNoise.decibels(
                meanSquaredError: lightErrors.uniform / Double(count),
                peak: PerceptualUniformity.peak
            )
        }
    }

    private mutating func append(_ value: Double, _ metric: FilmMetric) { values[metric, default: []].append(value) }

    private static func weighted(_ planes: [Double]) -> Double { (6 * planes[0] + planes[1] + planes[2]) / 8 }
}
