import Media
import Quality

/// The metrics of `Quality`, measured together: PSNR, SSIM and XPSNR, and for PQ and HLG those that are meant for them.
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
