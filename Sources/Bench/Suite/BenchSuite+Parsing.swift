import Checksums
import Foundation
package import Jobs
import Media

extension BenchSuite {
    private static let attempted = "read the benchmark suite"

    /// Reads a suite file.
    ///
    /// - Throws: A `ManifestError` that names all mistakes, each with its line and column.
    package init(contentsOf path: String) throws(ManifestError) {
        let file = URL(filePath: path).standardizedFileURL
        let bytes: [UInt8]
        do throws(ManifestError) {
            bytes = try Manifest.bytes(ofFile: path)
        } catch {
            var failure = error
            failure.attempted = Self.attempted
            throw failure
        }
        try self.init(parsing: bytes, file: path, folder: file.deletingLastPathComponent().path)
    }

    /// Reads a suite from its text. Relative paths in it are relative to `folder`; `file` is its name in messages.
    package init(parsing bytes: [UInt8], file: String, folder: String) throws(ManifestError) {
        let document = try ManifestReader.document(
            of: bytes,
            file: file,
            keys: Self.keys,
            hint: "a suite starts with apiVersion: \(Self.apiVersion)",
            attempted: Self.attempted
        )
        // Safe: bytes have no padding between them.
        let sha256 = SHA256Digest.of(unsafe bytes.span.bytes)
        self.init(file: file, identity: BenchSuiteIdentity(name: "", sha256: sha256))
        read(document, folder: folder)
        guard document.reader.issues.isEmpty else {
            var failure = ManifestError(file: file, issues: document.reader.issues)
            failure.attempted = Self.attempted
            throw failure
        }
    }

    private mutating func read(_ document: ManifestSection, folder: String) {
        readVersion(document)
        identity.name = document.name("name") ?? ""
        presets = document.distinct("presets", expected: "one of x265's presets, as in medium", Self.preset) ?? presets
        rates = document.rates("rates") ?? []
        factors = document.factors("factors") ?? []
        repetitions = document.integer("repetitions", in: 1...100) ?? repetitions
        let known = BenchMeters.names.joined(separator: ", ")
        let requested = document.distinct("metrics", expected: "one of \(known)") { BenchMeters.metrics(named: $0) }
        metrics = requested?.flatMap(\.self) ?? BenchMeters.standard
        if let interval = document.time("keyFrameInterval") {
            keyFrameInterval = interval
            if !(0.1...600).contains(interval.seconds) {
                document.report("keyFrameInterval", "key frames are 100ms to 10m apart")
            }
        }
        clips = (document.sections("clips") ?? []).compactMap { BenchClip($0, folder: folder) }
        folders = (document.sections("folders") ?? []).compactMap { BenchFolder($0, folder: folder) }
        anchors = (document.sections("anchors") ?? []).compactMap { BenchAnchor($0) }
        if !document.has("clips"), !document.has("folders") {
            document.report("clips", "is missing, and there are no folders either", "name at least one clip")
        }
        if !document.has("anchors") { document.report("anchors", "is missing", "name at least one way of encoding") }
        if let section = document.section("limits") { limits = BenchLimits(section) }
        if let section = document.section("gate") { bands = GateBands(section) }
        checkTogether(document)
    }

    private func readVersion(_ document: ManifestSection) {
        let remedy = "write apiVersion: \(Self.apiVersion)"
        guard document.has("apiVersion") else { return document.report("apiVersion", "is missing", remedy) }
        guard let given = document.text("apiVersion"), given != Self.apiVersion else { return }
        let problem = "this version reads \(Self.apiVersion), not \"\(given.prefix(60))\""
        document.report("apiVersion", problem, remedy)
    }

    /// Checks that need the whole suite: names that are given twice, and rates or factors that anchors need but are
    /// missing.
    private func checkTogether(_ document: ManifestSection) {
        for (key, names) in [("clips", clips.map(\.name)), ("anchors", runAnchors.map(\.name))] {
            var seen: Set<String> = []
            for name in names where !seen.insert(name).inserted {
                document.report(key, "\"\(name)\" is given more than once", "give each a different name")
            }
        }
        if anchors.count(where: { $0.role == .reference }) > 1 {
            document.report("anchors", "more than one is the reference", "keep role: reference for one of them")
        }
        for (aim, key, suites, own) in [
            (BenchAnchor.Aim.rate, "rates", !rates.isEmpty, clips.allSatisfy { $0.rates != nil }),
            (.factor, "factors", !factors.isEmpty, clips.allSatisfy { $0.factors != nil }),
        ] where !suites && !document.has(key) && !(own && folders.isEmpty) {
            guard let anchor = anchors.first(where: { $0.aim == aim }) else { continue }
            let problem = "is missing, but anchor \"\(anchor.name)\" needs it"
            document.report(key, problem, "add it to the suite or to each clip")
        }
    }

    /// The name of a preset; nil if it is unknown.
    static func preset(_ text: String) -> String? { EncoderSettings.speeds.contains(text) ? text : nil }
}
