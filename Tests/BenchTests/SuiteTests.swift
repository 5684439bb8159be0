import Foundation
import Jobs
import Media
import Testing

@testable import Bench

@Suite("Benchmark suite files")
struct SuiteTests {
    static let benchmarks = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Benchmarks")

    private func suite(_ text: String) throws(ManifestError) -> BenchSuite {
        try BenchSuite(parsing: Array(text.utf8), file: "s.yaml", folder: "/suites")
    }

    private static let good = """
        apiVersion: granary-bench/v1
        name: small
        rates: [2M, 500k]
        factors: 21
        metrics: [psnr, vmaf]
        clips:
          - {name: film, path: ../film.mp4, class: film, licence: CC0-1.0, rates: [1M]}
          - name: bars
            class: screen
            licence: CC0-1.0
            recipe: {graph: testsrc2=size=64x64, frames: 8, frameRate: 29.97}
        anchors:
          - {name: x265, kind: x265-two-pass, role: reference}
          - {name: crf, kind: x265-crf, preset: fast}
          - {name: granary, kind: granary, optimize: vmaf, options: [aq-mode=3]}
          - name: other
            kind: template
            output: ivf
            commands: [[enc, -i, "{input}", -b, "{rate}", -o, "{output}"]]
        """

    @Test("A suite is read with its defaults and its paths made absolute")
    func isRead() throws {
        let suite = try suite(Self.good)
        #expect(suite.rates == [500_000, 2_000_000] && suite.factors == [21] && suite.presets == ["medium"])
        #expect(suite.metrics == [.psnrY, .psnrU, .psnrV, .psnrYUV, .vmaf, .vmafNEG])
        #expect(suite.clips[0].origin == .file("/film.mp4"))
        #expect(suite.rates(of: suite.clips[0], for: suite.anchors[0]) == [.average(bitsPerSecond: 1_000_000)])
        #expect(suite.rates(of: suite.clips[1], for: suite.anchors[1]) == [.constant(21)])
        guard case .recipe(let recipe) = suite.clips[1].origin else { throw CocoaError(.coderInvalidValue) }
        #expect(recipe.frameRate == FrameRate(frames: 30000, seconds: 1001))
        #expect(suite.anchors.map(\.role) == [.reference, .peer, .subject, .peer])
        #expect(suite.identity.sha256.count == 64)
    }

    @Test("All mistakes are reported at once, each with its line and column")
    func mistakesAreReported() throws {
        let text = """
            apiVersion: granary-bench/v1
            name: bad name
            rates: [10]
            metric: [psnr]
            clips:
              - {name: a, path: a.mp4, class: films, licence: x, sha256: 12}
              - {name: a, path: a.mp4, recipe: {graph: x}, class: film, licence: x}
            anchors:
              - {name: t, kind: template, output: ivf, commands: [[enc, "{inptu}", "{output}"]]}
              - {name: u, kind: x265-two-pass, aim: factor, optimize: vmaf}
            """
        let error = try #require(throws: ManifestError.self) { try suite(text) }
        let lines = error.issues.map { $0.line(in: "s.yaml") }
        #expect(lines.allSatisfy { $0.wholeMatch(of: #/s\.yaml:[0-9]+:[0-9]+: .*/#) != nil }, "\(lines)")
        for part in [
            "2:7: name: expected", "3:9: rates[0]: expected a rate", "4:1: metric: unknown key",
            "6:35: clips[0].class: expected", "6:62: clips[0].sha256: expected", "7:36: clips[1].recipe: contradicts",
            "9:54: anchors[0].commands: there is no {inptu} (did you mean {input}?)",
            "10:41: anchors[1].aim: x265-two-pass aims at a rate",
            "10:59: anchors[1].optimize: has no effect on x265-two-pass",
        ] { #expect(lines.contains { $0.contains("s.yaml:\(part)") }, "\(part) in \(lines)") }
        #expect(error.attempted == "read the benchmark suite")
    }

    @Test("An anchor without a preset is run with each of the suite's, and only the first of them is the reference")
    func presetsMakeAnchors() throws {
        let suite = try suite(Self.good.replacing("name: small", with: "name: small\npresets: [fast, slow]"))
        let anchors = suite.runAnchors
        #expect(anchors.map(\.name) == ["x265-fast", "x265-slow", "crf", "granary-fast", "granary-slow", "other"])
        #expect(anchors.map(\.role) == [.reference, .peer, .peer, .subject, .subject, .peer])
        #expect(anchors.map(\.preset) == ["fast", "slow", "fast", "fast", "slow", nil])
    }

    @Test("Rates or factors that an anchor needs but are missing are reported")
    func missingRates() throws {
        let text = Self.good.replacing("factors: 21\n", with: "")
        let error = try #require(throws: ManifestError.self) { try suite(text) }
        #expect(error.issues.map(\.key) == ["factors"])
    }

    @Test("An empty file and a manifest are refused as suites", arguments: ["", "apiVersion: granary/v1\nname: x\n"])
    func otherDocuments(text: String) throws {
        let error = try #require(throws: ManifestError.self) { try suite(text) }
        #expect("\(error)".contains(BenchSuite.apiVersion))
    }

    @Test("The suites in Benchmarks are accepted", arguments: ["smoke.yaml", "nightly.yaml"])
    func suitesOfTheFolder(name: String) throws {
        let suite = try BenchSuite(contentsOf: Self.benchmarks.appending(path: name).path)
        let roles = suite.runAnchors.map(\.role)
        #expect(roles.contains(.reference) && roles.contains(.subject))
        #expect(!suite.clips.isEmpty)
    }

    @Test("Schema and parser know the same keys and the same words")
    func schemaAgrees() throws {
        let url = Self.benchmarks.appending(path: "suite.schema.json")
        let schema = try #require(JSONSerialization.jsonObject(with: try Data(contentsOf: url)) as? [String: Any])
        #expect(keyPaths(of: schema, under: "").sorted() == BenchSuite.keys.all.sorted())
        let text = try String(contentsOf: url, encoding: .utf8)
        let words =
            BenchAnchor.Kind.allCases.map(\.rawValue) + BenchContentClass.allCases.map(\.rawValue) + BenchMeters.names
            + EncoderSettings.speeds + BenchTemplate.Output.allCases.map(\.rawValue)
        for word in words { #expect(text.contains("\"\(word)\""), "\(word)") }
    }

    private func keyPaths(of schema: [String: Any], under path: String) -> [String] {
        var paths: [String] = []
        for case let (key, property as [String: Any]) in schema["properties"] as? [String: Any] ?? [:] {
            let keyPath = path.isEmpty ? key : "\(path).\(key)"
            paths += [keyPath] + keyPaths(of: property, under: keyPath)
            if let items = property["items"] as? [String: Any] { paths += keyPaths(of: items, under: "\(keyPath)[]") }
        }
        return paths
    }
}
