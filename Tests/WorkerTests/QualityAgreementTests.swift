import Encoding
import Foundation
import Media
import Quality
import Storage
import TestSupport
import Testing

/// Two independent measurements of the same figures: x265 during the encode, Quality afterwards.
@Suite(.temporaryFolder)
struct QualityAgreementTests {
    @Test(
        "PSNR and SSIM in the multi-pass storage equal those of the decoded pictures",
        arguments: PixelFormat.allCases,
        [20.0, 34.0]
    )
    func agreement(format: PixelFormat, factor: Double) throws {
        let film = SyntheticFilm(
            size: PictureSize(width: 640, height: 384),
            format: format,
            count: 10,
            cuts: [6]
        )
        let folder = TemporaryFolder.current.path
        let storage = try MultiPassStorage.create(
            at: folder + "/multipass",
            identity: StoreIdentity(
                jobHash: "job",
                sourceHash: "source",
                granaryBuild: "test",
                encoderBuild: X265Library.buildName,
                readerBuild: "synthetic",
                range: 0,
                pass: 1,
                frames: 0..<film.count,
                timeRange: film.timeline.timeRange,
                encoderOptions: ""
            )
        )
        let encoder = try RangeEncoder(
            EncoderSettings(
                size: film.size,
                format: format,
                frameRate: film.timeline.averageRate,
                speed: "fast",
                keyFrameInterval: 240
            ),
            firstFrame: 0,
            count: film.count,
            pass: EncodingPass(role: .alone, rate: .constantRateFactor(factor)),
            scratchFolder: folder,
            keep: storage.append
        )
        var samples: [EncodedSample] = []
        for frame in 0..<film.count { try encoder.encode(film.picture(frame)) { samples.append($0) } }
        try encoder.finish { samples.append($0) }

        let decoder = try VerifyingDecoder()
        try decoder.configure(encoder.parameterSets)
        var (compared, differences) = (0, 0.0)
        func compare(_ picture: borrowing DecodedPicture) throws {
            let sample = samples[Int(picture.tag)]
            let measured = try PictureComparison(of: picture, against: film.picture(sample.frame))
            let reported = try #require(try storage.record(frame: sample.frame)?.quality)
            let planes = [reported.psnrY, reported.psnrU, reported.psnrV]
            for (plane, value) in planes.enumerated() {
                let difference = (measured.psnr(ofPlane: plane) - value).magnitude
                #expect(difference <= 0.02, "plane \(plane) of frame \(sample.frame): \(value) dB")
            }
            // x265's windows start two samples later and skip rows: single frames may differ, whole films hardly do.
            let difference = measured.ssim - reported.ssim
            #expect(difference.magnitude <= 0.01, "frame \(sample.frame): \(reported.ssim), here \(measured.ssim)")
            differences += difference
            compared += 1
        }
        for (index, sample) in samples.enumerated() {
            // Safe: the bytes of an integer array are initialised and lent for the call.
            try decoder.decode(unsafe sample.bytes.span.bytes, tag: Int64(index), output: compare)
        }
        try decoder.flush(output: compare)
        #expect(compared == film.count)
        #expect((differences / Double(film.count)).magnitude <= 0.002)
    }
}
