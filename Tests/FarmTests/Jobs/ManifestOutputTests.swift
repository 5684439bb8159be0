import Jobs
import Media
import Platform
import Testing

@Suite("Manifest: several films of one source")
struct ManifestOutputTests {
    private func manifest(_ outputs: String, video: String = "speed: slow") throws -> Manifest {
        try parse("apiVersion: granary/v1\nsource: in.mov\nvideo: {\(video)}\noutputs: \(outputs)\n")
    }

    @Test("a list of one film is the same as output")
    func one() throws {
        let listed = try manifest("[{path: out.mp4}]")
        #expect(listed.output == "/jobs/out.mp4" && listed.outputName == nil && listed.furtherOutputs.isEmpty)
        #expect(listed.video.speed == "slow")
    }

    @Test("an entry replaces what it names, and the rest is as in video")
    func entries() throws {
        let video = "speed: slow, bitDepth: 10, size: 640x360, rate: {average: 2M, maximum: 3M}, hrd: true"
        let outputs = "[{path: a.mp4, id: main, speed: fast}, {path: b.mov, size: source, bitDepth: auto}]"
        let manifest = try manifest(outputs, video: video)
        #expect(manifest.output == "/jobs/a.mp4" && manifest.outputName == "main")
        #expect(manifest.video.speed == "fast" && manifest.video.bitDepth == 10 && manifest.video.declaresBuffer)
        let second = try #require(manifest.furtherOutputs.first)
        #expect(manifest.furtherOutputs.count == 1 && second.name == "2" && second.path == "/jobs/b.mov")
        #expect(second.video.speed == "slow" && second.video.bitDepth == nil && second.video.box == nil)
        #expect(second.video.isSizeGiven && second.video.maximumRate == 3_000_000)
        let alone = manifest.manifest(of: second)
        #expect(alone.output == "/jobs/b.mov" && alone.video == second.video && alone.furtherOutputs.isEmpty)
        #expect(alone.outputName == "2" && alone.source == manifest.source)
    }

    @Test("a rate of its own replaces the limits, and a dynamic range of its own what describes the others")
    func whole() throws {
        let light = "contentLight: '1000,400', toneMap: clip, optimize: ssim"
        let video = "rate: {average: 2M, maximum: 3M}, hrd: true, \(light)"
        let outputs = "[{path: a.mp4}, {path: b.mp4, rate: {constant: 20}}, {path: c.mp4, hdr: sdr, optimize: psnr}]"
        let films = try manifest(outputs, video: video).furtherOutputs.map(\.video)
        #expect(films[0].rate == .constantRateFactor(20) && films[0].maximumRate == nil)
        #expect(!films[0].declaresBuffer && films[0].optimize == nil)
        #expect(films[0].contentLight == .levels(try #require(ContentLight(text: "1000,400"))))
        #expect(films[1].contentLight == .source && films[1].toneMap == .clip && films[1].range == .sdr)
        #expect(films[1].optimize == .psnr && films[1].maximumRate == 3_000_000)
    }

    @Test(
        "faults in a list are reported at their positions",
        arguments: [
            ("[]", "outputs"), ("a.mp4", "outputs"), ("[{id: x}]", "outputs[0].path"),
            ("[{path: a.mp4}, {path: a.mp4}]", "outputs[1].path"), ("[{path: a.mkv}]", "outputs[0].path"),
            ("[{path: a.mp4, id: x}, {path: b.mp4, id: x}]", "outputs[1].id"),
            ("[{path: a.mp4, id: 'x y'}]", "outputs[0].id"), ("[{path: a.mp4, crop: {left: 2}}]", "outputs[0].crop"),
            ("[{path: a.mp4, rate: {average: x}}]", "outputs[0].rate.average"),
            ("[{path: a.mp4, preset: prores}]", "outputs[0].preset"),
            ("[{path: a.mp4, options: {keyint: 5}}]", "outputs[0].options.keyint"),
        ]
    )
    func wrong(outputs: String, key: String) throws {
        let error = try #require(throws: ManifestError.self) { try manifest(outputs) }
        #expect(error.issues.map(\.key) == [key] && error.issues[0].position?.line == 4)
    }

    @Test("output and outputs exclude each other, and one of them is needed")
    func both() throws {
        let text = "apiVersion: granary/v1\nsource: in.mov\n"
        let both = try #require(throws: ManifestError.self) {
            try parse(text + "output: a.mp4\noutputs: [{path: b.mp4}]\n")
        }
        #expect(both.issues.map(\.key) == ["output"])
        let none = try #require(throws: ManifestError.self) { try parse(text) }
        #expect(none.issues.map(\.key) == ["output"])
    }

    @Test("what contradicts the source is reported where the film has it")
    func contradiction() throws {
        let manifest = try manifest("\n  - {path: a.mp4}\n  - {path: b.mp4, bitDepth: 8}\n")
        #expect(throws: Never.self) { try resolve(manifest, source: hdrSource()) }
        let error = try #require(throws: ManifestError.self) {
            try resolve(manifest.manifest(of: manifest.furtherOutputs[0]), source: hdrSource())
        }
        #expect(error.issues.map(\.key) == ["video.bitDepth"] && error.issues[0].position?.line == 6)
    }

    @Test("the first film's scout measures what a converted one needs, but not light that only that one has")
    func scout() throws {
        func jobs(_ first: String, _ second: String) throws -> [ResolvedJob] {
            let manifest = try manifest("[{path: a.mp4, \(first)}, {path: b.mp4, \(second)}]", video: "speed: fast")
            let others = try manifest.furtherOutputs.map { try resolve(manifest.manifest(of: $0), source: hdrSource()) }
            return [try resolve(manifest, source: hdrSource()).leading(others)] + others
        }
        let mapped = try jobs("rate: {constant: 20}", "hdr: sdr, rate: {average: 1M}")
        #expect(mapped[0].furtherOutputs == [mapped[1].id] && mapped[0].id != mapped[1].id)
        #expect(mapped[0].canScout(for: mapped[1]))
        #expect(mapped[0].scoutNeeds?.measuresDistribution == true && mapped[0].scoutsDistribution)
        #expect(mapped[0].scoutNeeds?.rate == .average(bitsPerSecond: 1_000_000))
        #expect(Pipeline(mapped[0]).hasScoutEncode)
        let alike = try jobs("rate: {average: 2M}", "rate: {average: 1M}")
        #expect(alike[0].scoutNeeds == nil && alike[0].canScout(for: alike[1]))
        let measured = try jobs("speed: slow", "contentLight: measure")
        #expect(!measured[0].canScout(for: measured[1]) && measured[0].scoutNeeds == nil)
    }

    @Test("results of the scout are adopted only with all that the film needs")
    func adoption() throws {
        let plain = try resolve("video: {rate: {constant: 20}}", source: hdrSource())
        let averaged = try resolve("video: {rate: {average: 1M}}", source: hdrSource())
        let result = ScoutResult(
            job: averaged.id,
            range: 0,
            frames: 0..<2,
            activities: [[1], [2]],
            scoutBits: ScoutBits(rateFactor: 28, pictureSamples: 1000),
            cost: WorkCost(cpuSeconds: 1, wallSeconds: 1, maximumResidentBytes: 1)
        )
        let adopted = result.adopted(by: plain)
        #expect(adopted?.job == plain.id && adopted?.activities == result.activities && adopted?.scoutBits == nil)
        #expect(adopted?.adopted(by: averaged) == nil)
    }
}
