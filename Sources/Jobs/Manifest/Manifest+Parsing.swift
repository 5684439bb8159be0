import Foundation
import Media
import Yams

extension Manifest {
    /// Reads a manifest from a file. Relative paths in it are relative to the folder of that file.
    ///
    /// Throws a `ManifestError` that lists everything that is wrong, each with its line and column.
    package init(contentsOf path: String) throws(ManifestError) {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try self.init(parsing: try Self.bytes(ofFile: path), file: path, folder: folder)
    }

    /// The bytes of a file that may be a manifest or a part of one. A file larger than any valid manifest is an error.
    package static func bytes(ofFile path: String) throws(ManifestError) -> [UInt8] {
        func refusal(_ problem: String, _ remedy: String, _ kind: FailureKind) -> ManifestError {
            let issue = ManifestIssue(position: nil, key: "", problem: problem, suggestion: remedy)
            return ManifestError(file: path, issues: [issue], kind: kind)
        }
        let url = URL(filePath: path)
        var isFolder: ObjCBool = false
        // Safe: the pointer to the local variable is used only during the call.
        guard unsafe FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw refusal("the file does not exist", "check the path", .sourceNotFound)
        }
        if isFolder.boolValue { throw refusal("it is a folder", "give the path of the manifest in it", .usage) }
        let bytes: [UInt8]
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            bytes = [UInt8](try handle.read(upToCount: YAMLDocument.byteLimit + 1) ?? Data())
        } catch {
            throw refusal("\(error.localizedDescription)", "check its permissions", .inputOutput)
        }
        if bytes.count > YAMLDocument.byteLimit {
            throw refusal(
                "a manifest has at most \(YAMLDocument.byteLimit) bytes, but this file has more",
                "is it a manifest?",
                .badInput
            )
        }
        return bytes
    }

    /// Reads a manifest from its text. Relative paths in it are relative to `folder`; `file` is its name for messages.
    package init(parsing bytes: [UInt8], file: String, folder: String) throws(ManifestError) {
        let root = try YAMLDocument.root(of: bytes, file: file)
        let reader = ManifestReader(file: file)
        self.init(file: file, source: "", output: "")
        if let document = reader.section(root, at: "") { read(document, folder: folder) }
        guard reader.issues.isEmpty else { throw ManifestError(file: file, issues: reader.issues) }
        positions = reader.positions
    }

    private mutating func read(_ document: ManifestSection, folder: String) {
        readVersion(document)
        if let given = document.text("name") {
            if given.isEmpty || given.count > 200 || given.contains(where: \.isNewline) {
                document.report("name", "expected one line of 1 to 200 characters")
            }
            name = given
        }
        readSource(document, folder: folder)
        preset = Self.preset(document)
        if let node = document["video"], let section = document.reader.section(node, at: "video") {
            video = Video(section)
            readDynamicMetadata(section, folder: folder)
            readBurning(section, folder: folder)
        }
        readOutputs(document, folder: folder)
        readStills(document, folder: folder)
        if let node = document["passes"], let section = document.reader.section(node, at: "passes") {
            passes = Passes(section)
        }
        if let node = document["ranges"], let section = document.reader.section(node, at: "ranges") {
            readRanges(section)
        }
        readAudio(document)
        reading.concealsDamage = document.choice("onDamage", of: ["error", "conceal"]) == "conceal"
        for index in films.indices { films[index].reading.concealsDamage = reading.concealsDamage }
        onLoss = document.choice("onLoss", LossPolicy.self) ?? onLoss
        verification = document.choice("verify", Verification.self) ?? verification
        priority = document.integer("priority", in: 0...100) ?? priority
        externalID = document.text("externalId") ?? externalID
        readHooks(document)
        if let node = document["slurm"], let section = document.reader.section(node, at: "slurm") {
            slurm = SlurmOptions(section)
        }
    }

    private func readVersion(_ document: ManifestSection) {
        guard let given = document.text("apiVersion") else {
            if document["apiVersion"] == nil {
                document.report("apiVersion", "is missing", "write apiVersion: \(Manifest.apiVersion)")
            }
            return
        }
        if given != Manifest.apiVersion {
            document.report(
                "apiVersion",
                "this version reads \(Manifest.apiVersion), not \"\(given.prefix(60))\"",
                "write apiVersion: \(Manifest.apiVersion)"
            )
        }
    }

    /// Reads the name of a preset; nil if none is given, or if there is none of that name.
    static func preset(_ section: ManifestSection) -> ExportPreset? {
        guard let given = section.text("preset") else { return nil }
        if let preset = ExportPreset(name: given) { return preset }
        let presets = ExportPreset.allCases.map(\.rawValue)
        let near = NearMiss.of(given, among: presets).map { "did you mean \"\($0)\"?" }
        section.report(
            "preset",
            "there is no preset \"\(given.prefix(60))\"",
            near ?? "known: \(presets.joined(separator: ", "))"
        )
        return nil
    }

    func absolute(_ path: String, _ key: String, in section: ManifestSection, folder: String) -> String {
        if path.isEmpty || path.utf8.contains(0) {
            section.report(key, "expected the path of a file, found \"\"")
            return ""
        }
        return URL(filePath: path, relativeTo: URL(filePath: folder, directoryHint: .isDirectory)).standardizedFileURL
            .path
    }

    private mutating func readRanges(_ section: ManifestSection) {
        let minimum = section.time("minimum") ?? ranges.minimum
        let maximum = section.time("maximum") ?? max(ranges.maximum, minimum)
        if maximum < MediaTime(value: 1, timescale: 10) {
            section.report("maximum", "a range must be at least 100ms long")
        }
        if minimum > maximum {
            let words = (Quantity.words(minimum.seconds), Quantity.words(maximum.seconds))
            section.report(
                "minimum",
                "the shortest range (\(words.0) s) must not be longer than the longest (\(words.1) s)",
                "write a smaller minimum or a larger maximum"
            )
        }
        ranges = RangeLimits(
            minimum: minimum,
            maximum: maximum,
            sceneCuts: section.flag("sceneCuts") ?? ranges.sceneCuts
        )
    }

    private mutating func readAudio(_ document: ManifestSection) {
        switch document["audio"] {
        case .sequence(let nodes): audio = .tracks(selectors(nodes, "audio", document))
        case .mapping(let mapping):
            guard let section = document.reader.section(.mapping(mapping), at: "audio") else { return }
            let codec = section.choice("codec", of: ["copy", "aac"])
            if section["codec"] == nil { section.report("codec", "is missing", "write codec: aac, or only the list") }
            var chosen: [TrackSelector]?
            if let tracks = section["tracks"] {
                guard case .sequence(let nodes) = tracks else {
                    section.report("tracks", "expected a list of tracks, found \(ManifestReader.kind(of: tracks))")
                    return
                }
                chosen = selectors(nodes, "audio.tracks", document)
            }
            audio = codec == "aac" ? .aac(chosen) : chosen.map(Audio.tracks) ?? .copy
        default:
            switch document.choice("audio", of: ["copy", "none", "aac"]) {
            case nil: break
            case "none": audio = Audio.none
            case "aac": audio = .aac(nil)
            default: audio = .copy
            }
        }
    }

    /// The tracks that a list selects by number or language.
    private func selectors(_ nodes: Node.Sequence, _ key: String, _ document: ManifestSection) -> [TrackSelector] {
        var selectors: [TrackSelector] = []
        for node in nodes {
            guard case .scalar(let scalar) = node, let selector = TrackSelector(text: scalar.string) else {
                document.reader.report(
                    node,
                    key,
                    "expected the number of an audio track (from 0) or a language of three letters, as in eng; "
                        + "found \(ManifestReader.kind(of: node))"
                )
                continue
            }
            selectors.append(selector)
        }
        if nodes.isEmpty { document.report("audio", "the list has no tracks", "write none for a film without audio") }
        return selectors
    }
}

extension Manifest.TrackSelector {
    /// Reads a number from 0 or a language of three lower-case letters.
    package init?(text: String) {
        if let index = Int(text), (0..<1000).contains(index) {
            self = .index(index)
        } else if text.utf8.count == 3, text.utf8.allSatisfy({ (97...122).contains($0) }) {
            self = .language(text)
        } else {
            return nil
        }
    }
}

extension Manifest.Passes {
    init(_ section: ManifestSection) {
        self.init()
        if section.text("maximum") != "auto" { maximum = section.integer("maximum", in: 1...10) }
        tolerance = section.fraction("tolerance") ?? tolerance
        budget = section.fraction("budget") ?? budget
    }
}
