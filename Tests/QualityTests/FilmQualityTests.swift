import Foundation
import Media
import Quality
import TestSupport
import Testing

@Suite("Summaries of a film's quality")
struct FilmQualityTests {
    @Test("percentiles, means and deviation equal those of NumPy")
    func matchesNumPy() throws {
        let summary = try #require(QualitySummary([3, 1, 4, 1, 5, 9, 2, 6, 5, 3]))
        #expect(summary.count == 10)
        #expect(summary.mean == 3.9)
        #expect(summary.minimum == 1)
        #expect(summary.maximum == 9)
        #expect(summary.median == 3.5)
        #expect(summary.percentile1 == 1)
        #expect(summary.percentile5 == 1)
        #expect(abs(summary.percentile95 - 7.65) < 1e-12)
        #expect(abs(summary.standardDeviation - 2.3430749027719964) < 1e-12)
        #expect(abs(summary.harmonicMean - 2.4423337856173677) < 1e-12)
    }

    @Test("one value is its own summary")
    func singleValue() throws {
        let summary = try #require(QualitySummary([0.75]))
        #expect(summary.mean == 0.75 && summary.percentile1 == 0.75 && summary.percentile95 == 0.75)
        #expect(summary.standardDeviation == 0)
    }

    @Test("no value, or one that is not a number, has no summary")
    func refuses() {
        #expect(QualitySummary([]) == nil)
        #expect(QualitySummary([1, .nan]) == nil)
        #expect(QualitySummary([1, .infinity]) == nil)
        #expect(QualitySummary([0, 1])?.harmonicMean == 0)
    }

    @Test("global PSNR comes from the mean squared error of the film, not from the mean of PSNR")
    func globalPSNR() throws {
        let film = SyntheticFilm(size: PictureSize(width: 32, height: 16), count: 2)
        var quality = FilmQuality()
        #expect(quality.globalPSNR(ofPlane: 0) == nil)
        #expect(quality.psnr == nil)
        for frame in 0..<2 {
            let picture = film.picture(frame)
            var storage = picture.storage
            // Every luma sample of frame 1 is off by 8 (within the range: samples are 40 or more).
            if frame == 1 { for index in picture.byteRange(ofPlane: 0) { storage[index] -= 8 } }
            let other = Picture(
                format: .yuv420p8,
                size: picture.size,
                frame: frame,
                presentationTime: picture.presentationTime,
                duration: picture.duration,
                storage: storage
            )
            quality.add(try PictureComparison(of: other, against: picture))
        }
        let global = try #require(quality.globalPSNR(ofPlane: 0))
        // Mean squared error (0 + 64) / 2.
        #expect(abs(global - 10 * log10(255.0 * 255 / 32)) < 1e-12)
        #expect(quality.globalPSNR(ofPlane: 1) == 100)
        #expect(quality.psnr?.maximum == 100)
        #expect(quality.ssim?.maximum == 1)
        #expect(quality.count == 2)
    }
}
