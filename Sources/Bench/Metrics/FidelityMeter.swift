import Media
import Quality

/// PSNR of all planes and SSIM of luma.
final class FidelityMeter: BenchMeter {
    let metrics: [BenchMetric] = [.psnrY, .psnrU, .psnrV, .psnrYUV, .ssim]
    private var film = FilmQuality()
    private var planes: [[Double]] = [[], [], []]
    private var similarity: [Double] = []

    func compare(_ picture: Picture, with source: Picture) throws {
        let comparison = try PictureComparison(of: picture, against: source)
        film.add(comparison)
        for plane in 0..<3 { planes[plane].append(comparison.psnr(ofPlane: plane)) }
        similarity.append(comparison.ssim)
    }

    func finish() throws -> [BenchMetric: BenchMeterReading] {
        let global = (0..<3).compactMap { film.globalPSNR(ofPlane: $0) }
        guard global.count == 3 else { throw BenchHole(.metricFailed, "no picture was compared") }
        // As the common test conditions of 4:2:0 weigh the planes.
        func weighted(_ y: Double, _ u: Double, _ v: Double) -> Double { (6 * y + u + v) / 8 }
        let each = similarity.indices.map { weighted(planes[0][$0], planes[1][$0], planes[2][$0]) }
        return [
            .psnrY: BenchMeterReading(film: global[0], frames: planes[0]),
            .psnrU: BenchMeterReading(film: global[1], frames: planes[1]),
            .psnrV: BenchMeterReading(film: global[2], frames: planes[2]),
            .psnrYUV: BenchMeterReading(film: weighted(global[0], global[1], global[2]), frames: each),
            .ssim: BenchMeterReading(
                film: similarity.reduce(0, +) / Double(similarity.count),
                frames: similarity
            ),
        ]
    }
}
