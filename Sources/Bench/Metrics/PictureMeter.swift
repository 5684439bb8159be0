import Media
import Quality

/// What `Quality` measures of pictures: PSNR, SSIM and XPSNR in one go, and for PQ and HLG what is meant for them.
final class PictureMeter: BenchMeter {
    let metrics: [BenchMetric]
    private var film: FilmMeter

    init(_ subject: BenchMeters.Subject) {
        let video = subject.clip.video
        film = FilmMeter(framesPerSecond: video.timeline.nominalRate.framesPerSecond, colour: video.colour)
        metrics = film.metrics.map { BenchMetric(rawValue: $0.rawValue) }
    }

    func compare(_ picture: Picture, with source: Picture) throws { try film.add(picture, against: source) }

    func finish() throws -> [BenchMetric: BenchMeterReading] {
        var readings: [BenchMetric: BenchMeterReading] = [:]
        for metric in film.metrics {
            guard let value = film.film(metric) else { throw BenchHole(.metricFailed, "no picture was compared") }
            readings[BenchMetric(rawValue: metric.rawValue)] = BenchMeterReading(
                film: value,
                frames: film.frames(metric)
            )
        }
        return readings
    }
}
