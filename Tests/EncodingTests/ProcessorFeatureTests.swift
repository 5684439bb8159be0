import Encoding
import Media
import TestSupport
import Testing

/// Nodes of a cluster may have processors of different generations. They must make the same result from the same range.
@Suite("Encoder on an older processor", .temporaryFolder)
struct ProcessorFeatureTests {
    @Test(
        "an older processor makes the same statistics, cutree and samples",
        arguments: ["sse2", "ssse3", "sse4.1", "avx", "avx2"],
        PixelFormat.allCases
    )
    func olderProcessor(features: String, format: PixelFormat) throws {
        let film = SyntheticFilm(format: format, count: 20, cuts: [11])
        let newest = try encode(film, features: nil)
        let older = try encode(film, features: features)
        #expect(older.analysis.records == newest.analysis.records)
        #expect(older.fed.samples == newest.fed.samples)
        #expect(!newest.fed.samples.isEmpty)
    }

    /// Both passes, with all features of the processor or with fewer.
    private func encode(_ film: SyntheticFilm, features: String?) throws -> (analysis: EncodedRange, fed: EncodedRange)
    {
        var settings = film.settings()
        settings.options["asm"] = features
        let frames = 0..<20
        let analysis = try EncodedRange.encode(
            film,
            frames: frames,
            pass: EncodingPass(role: .analysis, rate: .constantRateFactor(28)),
            settings: settings
        )
        let fed = try EncodedRange.encode(
            film,
            frames: frames,
            pass: EncodingPass(role: .fed, rate: .average(kilobitsPerSecond: 250)),
            settings: settings,
            analysis: analysis.storage
        )
        return (analysis, fed)
    }
}
