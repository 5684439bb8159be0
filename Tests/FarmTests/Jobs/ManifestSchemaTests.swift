import Foundation
import Jobs
import Media
import SlurmEngine
import Testing

@Suite("Manifest: the published JSON Schema")
struct ManifestSchemaTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Jobs")

    @Test("schema and parser have the same keys")
    func keys() throws {
        let data = try Data(contentsOf: Self.folder.appending(path: "granary-v1.schema.json"))
        let schema = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: Any])
        // A mapping that is described twice has its keys in both descriptions.
        #expect(Set(keyPaths(of: schema, under: "", definitions)).sorted() == ManifestKeys.all.sorted())
    }

    @Test("presets, speeds, tunes and colour names are the same in schema and parser")
    func words() throws {
        let text = try String(contentsOf: Self.folder.appending(path: "granary-v1.schema.json"), encoding: .utf8)
        let words = EncoderSettings.speeds + EncoderSettings.tunes + Array(ColourNames.primaries.keys)
        for word in words + Array(ColourNames.transfers.keys) + Array(ColourNames.matrices.keys) {
            #expect(text.contains("\"\(word)\""), "\(word) is missing in the schema")
        }
    }

    @Test("the schema lists every metric, wherever it lists metrics")
    func metrics() throws {
        let text = try String(contentsOf: Self.folder.appending(path: "granary-v1.schema.json"), encoding: .utf8)
        let all = QualityMetric.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        #expect(text.contains("\"enum\": [\(all)]"))
        #expect(text.contains("\"enum\": [\"balanced\", \(all)]"))
        #expect(text.split(separator: "\n").count { $0.contains("\"vmaf\"") } == 2)
    }

    @Test("every manifest in the folder is accepted")
    func examples() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        let manifests = files.filter { $0.pathExtension == "yaml" }
        #expect(manifests.contains { $0.lastPathComponent == "reference.yaml" })
        for file in manifests {
            #expect(throws: Never.self, "\(file.lastPathComponent)") { try Manifest(contentsOf: file.path) }
        }
    }

    @Test("the files for clusters in the folder are accepted: manifests, and the site file with every key")
    func clusterExamples() throws {
        let folder = Self.folder.appending(path: "slurm")
        let site = try SlurmSite.options(in: [folder.appending(path: "site.yaml").path])
        let text = try String(contentsOf: folder.appending(path: "site.yaml"), encoding: .utf8)
        for key in ManifestKeys.all where key.hasPrefix("slurm.") {
            #expect(text.contains("\n\(key.dropFirst("slurm.".count)):"), "\(key)")
        }
        #expect(site.bundleSeconds == 120 && site.options["constraint"] == "avx2")
        for name in ["film.yaml", "urgent.yaml"] {
            #expect(throws: Never.self) { try Manifest(contentsOf: folder.appending(path: name).path) }
        }
    }

    @Test("the reference has the defaults")
    func reference() throws {
        let reference = try Manifest(contentsOf: Self.folder.appending(path: "reference.yaml").path)
        var plain = Manifest(file: reference.file, source: reference.source, output: reference.output)
        plain.name = "film"
        plain.positions = reference.positions
        plain.video.isSizeGiven = true
        plain.video.speed = "medium"
        plain.video.tune = "none"
        plain.video.rate = .average(bitsPerSecond: 2_500_000)
        plain.video.keyFrameInterval = MediaTime(value: 10, timescale: 1)
        plain.audio = .copy
        #expect(reference == plain)
    }

    @Test("the reference has every supported key")
    func referenceKeys() throws {
        let reference = try String(contentsOf: Self.folder.appending(path: "reference.yaml"), encoding: .utf8)
        for key in ManifestKeys.all where !key.contains(".") { #expect(reference.contains("\(key):"), "\(key)") }
    }

    /// The path of every property that a schema describes, through `oneOf` and the mappings of lists too.
    private func keyPaths(of schema: [String: Any], under path: String, _ definitions: [String: Any]) -> [String] {
        if let name = (schema["$ref"] as? String)?.split(separator: "/").last,
            let definition = definitions[String(name)] as? [String: Any]
        {
            return keyPaths(of: definition, under: path, definitions)
        }
        var paths: [String] = []
        for case let (key, property as [String: Any]) in schema["properties"] as? [String: Any] ?? [:] {
            let keyPath = path.isEmpty ? key : "\(path).\(key)"
            paths += [keyPath] + keyPaths(of: property, under: keyPath, definitions)
        }
        for alternative in schema["oneOf"] as? [[String: Any]] ?? [] {
            paths += keyPaths(of: alternative, under: path, definitions)
        }
        if let items = schema["items"] as? [String: Any] {
            paths += keyPaths(of: items, under: path + "[]", definitions)
        }
        return paths
    }
}
