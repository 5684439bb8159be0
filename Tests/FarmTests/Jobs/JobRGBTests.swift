import Jobs
import Media
import Testing

@Suite("Job: RGB becomes Y'CbCr with a reported matrix")
struct JobRGBTests {
    private func film(primaries: UInt8 = 2, transfer: UInt8 = 13) -> SourceDescription {
        var film = source()
        film.audio = []
        film.video.sourcePixelFormat = "gbrp"
        film.video.chromaSampling = "RGB"
        film.video.isRGB = true
        film.video.colour = ColourDescription(primaries: primaries, transfer: transfer, matrix: 0, isFullRange: true)
        return film
    }

    @Test("the matrix is BT.709 by default and BT.2020 for its primaries, and the range is limited")
    func usual() throws {
        for (primaries, matrix) in [(UInt8(2), UInt8(1)), (1, 1), (12, 1), (9, 9)] {
            let job = try resolve("", source: film(primaries: primaries))
            #expect(job.encoder.colour.matrix == matrix && job.encoder.colour.isFullRange == false)
            #expect(job.encoder.colour.primaries == primaries && job.encoder.colour.transfer == 13)
            let name = matrix == 1 ? "bt709" : "bt2020nc"
            #expect(job.resolutions.first { $0.key == "video.colour.matrix" }?.value == name)
            #expect(
                job.losses(of: film()).contains(
                    "RGB (gbrp): the film is Y'CbCr 4:2:0, made with matrix \(name) in limited range"
                )
            )
        }
    }

    @Test("another matrix and full range are used if requested; an unusable matrix is rejected")
    func asked() throws {
        let job = try resolve("video: {colour: {matrix: smpte170m, range: full}}", source: film())
        #expect(job.encoder.colour.matrix == 6 && job.encoder.colour.isFullRange == true)
        let error = try #require(throws: ManifestError.self) {
            try resolve("video: {colour: {matrix: ycgco}}", source: film())
        }
        #expect(error.issues.map(\.key) == ["video.colour.matrix"])
        #expect(error.issues[0].suggestion.contains("bt709"))
    }

    @Test("with onLoss: error it fails before anything is encoded")
    func noLoss() throws {
        var plain = film()
        plain.notCarried = []
        let error = try #require(throws: ManifestError.self) { try resolve("onLoss: error", source: plain) }
        #expect(error.issues.count == 1 && error.issues[0].problem.contains("made with matrix bt709"))
    }
}
