import Foundation
import Media
import Quality
import TestSupport
import Testing

@Suite("A film's metrics")
struct FilmMeterTests {
    private static func pair(_ format: PixelFormat) -> (sources: [Picture], films: [Picture]) {
        let film = SyntheticFilm(size: PictureSize(width: 128, height: 64), format: format, count: 6, cuts: [3])
        let sources = (0..<film.count).map(film.picture)
        let films = sources.map { picture in
            var storage = picture.storage
            for index in stride(from: 0, to: storage.count, by: 2 * format.bytesPerSample) {
                storage[index] &+= UInt8(picture.frame)
            }
            return Picture(
                format: format,
                size: picture.size,
                frame: picture.frame,
                presentationTime: picture.presentationTime,
                duration: picture.duration,
                storage: storage
            )
        }
        return (sources, films)
    }

    private static func measured(_ format: PixelFormat, transfer: UInt8) throws -> FilmMeter {
        var meter = FilmMeter(framesPerSecond: 24, colour: ColourDescription(transfer: transfer))
        let (sources, films) = pair(format)
        for (source, film) in zip(sources, films) { try meter.add(film, against: source) }
        return meter
    }

    @Test("each metric that applies has one value per frame and one for the film")
    func values() throws {
        let expected: [(UInt8, [FilmMetric])] = [
            (1, [.psnrY, .psnrU, .psnrV, .psnrYUV, .ssim, .xpsnr]),
            (16, FilmMetric.allCases), (18, FilmMetric.allCases.filter { $0 != .wpsnr }),
        ]
        for (transfer, metrics) in expected {
            let meter = try Self.measured(.yuv420p10, transfer: transfer)
            #expect(meter.metrics == metrics)
            for metric in FilmMetric.allCases {
                let isMeasured = metrics.contains(metric)
                #expect(meter.frames(metric).count == (isMeasured ? 6 : 0))
                #expect((meter.film(metric) != nil) == isMeasured && (meter.summary(metric) != nil) == isMeasured)
            }
        }
    }

    @Test("an identical frame has the highest value, and worse frames have lower ones")
    func order() throws {
        let meter = try Self.measured(.yuv420p8, transfer: 2)
        for metric in meter.metrics {
            let frames = meter.frames(metric)
            #expect(frames[0] == (metric == .ssim ? 1 : 100))
            let film = try #require(meter.film(metric))
            #expect(film > frames[5] && film < frames[1])
        }
    }

    @Test("weighted PSNR counts luma six times and each colour difference once")
    func weights() throws {
        let meter = try Self.measured(.yuv420p8, transfer: 1)
        for frame in 0..<6 {
            let planes = [FilmMetric.psnrY, .psnrU, .psnrV].map { meter.frames($0)[frame] }
            #expect(abs(meter.frames(.psnrYUV)[frame] - (planes[0] * 6 + planes[1] + planes[2]) / 8) < 1e-12)
        }
    }

    @Test("a film without pictures has no figures, and a picture of another size is refused and not counted")
    func ends() throws {
        var meter = FilmMeter(framesPerSecond: 24)
        #expect(meter.film(.psnrY) == nil && meter.summary(.ssim) == nil && meter.count == 0)
        let (sources, _) = Self.pair(.yuv420p8)
        let other = SyntheticFilm().picture(0)
        #expect(throws: ComparisonError.self) { try meter.add(other, against: sources[0]) }
        #expect(meter.count == 0)
    }
}
