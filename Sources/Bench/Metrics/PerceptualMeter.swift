import Media
import Quality

/// XPSNR of luma.
final class PerceptualMeter: BenchMeter {
    let metrics: [BenchMetric] = [.xpsnr]
    private var weighter: PerceptualWeighter
    private var film = FilmPerceptualQuality()
    private var frames: [Double] = []

    init(_ subject: BenchMeters.Subject) {
        let rate = subject.clip.video.timeline.nominalRate
        weighter = PerceptualWeighter(framesPerSecond: rate.framesPerSecond)
    }

    func compare(_ picture: Picture, with source: Picture) throws {
        let weights = try weighter.weights(of: source)
        let comparison = try PerceptualComparison(of: picture, against: source, weights: weights)
        film.add(comparison)
        frames.append(comparison.xpsnr(ofPlane: 0))
    }

    func finish() throws -> [BenchMetric: BenchMeterReading] {
        guard let value = film.xpsnr(ofPlane: 0) else { throw BenchHole(.metricFailed, "no picture was compared") }
        return [.xpsnr: BenchMeterReading(film: value, frames: frames)]
    }
}
