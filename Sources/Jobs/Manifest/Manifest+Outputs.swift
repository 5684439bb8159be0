import Foundation
import Media
import Yams

extension Manifest {
    /// Most films that one job makes.
    static let outputLimit = 16

    /// Reads `output`, the path of the film to make, or `outputs`, a list of films. What an entry of the list leaves
    /// out is as in `video`, which must have been read before.
    mutating func readOutputs(_ document: ManifestSection, folder: String) {
        guard let list = document["outputs"] else { return readOutput(document, folder: folder) }
        if document.has("output") {
            document.report("output", "is given together with outputs", "write it as the first entry of outputs")
        }
        guard case .sequence(let nodes) = list, !nodes.isEmpty, nodes.count <= Self.outputLimit else {
            return document.report(
                "outputs",
                "expected a list of 1 to \(Self.outputLimit) films to make",
                "write outputs: [{path: film.mp4}, {path: film-sdr.mp4, hdr: sdr}]"
            )
        }
        var outputs: [FurtherOutput] = []
        for (index, node) in nodes.enumerated() {
            guard let section = document.reader.section(node, at: "outputs[\(index)]") else { continue }
            let output = read(output: index, section, folder: folder)
            if let other = outputs.first(where: { $0.name == output.name }) {
                section.report("id", "is \(output.name), like that of \(other.place)", "write another id")
            }
            if let other = outputs.first(where: { $0.path == output.path && !output.path.isEmpty }) {
                section.report("path", "is the path of \(other.place), too", "write another file")
            }
            outputs.append(output)
        }
        guard let first = outputs.first else { return }
        (output, preset, video) = (first.path, first.preset, first.video)
        outputName = outputs.count > 1 ? first.name : nil
        furtherOutputs = Array(outputs.dropFirst())
    }

    private mutating func readOutput(_ document: ManifestSection, folder: String) {
        guard document.has("output") else {
            return document.report(
                "output",
                "is missing",
                "write the path of the film to make: output: out/film.mp4"
            )
        }
        output = path("output", document, folder: folder)
    }

    private func read(output index: Int, _ section: ManifestSection, folder: String) -> FurtherOutput {
        if !section.has("path") { section.report("path", "is missing", "write the path of the film to make") }
        return FurtherOutput(
            name: name(ofOutput: index, section),
            path: path("path", section, folder: folder),
            preset: Self.preset(section) ?? preset,
            video: video.changed(by: section),
            place: section.path
        )
    }

    /// The path of a film to make; empty if it is missing or cannot be one.
    private func path(_ key: String, _ section: ManifestSection, folder: String) -> String {
        guard let path = section.text(key, expected: "the path of the film to make") else { return "" }
        switch URL(filePath: path).pathExtension.lowercased() {
        case "mp4", "m4v", "mov": break
        default: section.report(key, "the name of the output must end in .mp4 or .mov", "add .mp4")
        }
        return absolute(path, key, in: section, folder: folder)
    }

    /// What the user calls an output; its number from 1 if that is not given.
    private func name(ofOutput index: Int, _ section: ManifestSection) -> String {
        let expected = "1 to 40 letters, digits, - or _"
        return section.value("id", expected: expected) { text in
            let isValid = text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || [0x2D, 0x5F].contains($0)
            }
            return isValid && (1...40).contains(text.utf8.count) ? text : nil
        } ?? String(index + 1)
    }
}

extension Manifest {
    /// The manifest of a further output alone: its path and its picture, and all else that the outputs share.
    package func manifest(of output: FurtherOutput) -> Manifest {
        var manifest = self
        (manifest.output, manifest.preset, manifest.video) = (output.path, output.preset, output.video)
        (manifest.outputName, manifest.furtherOutputs, manifest.stills) = (output.name, [], [])
        manifest.name = name.map { "\($0), \(output.name)" }
        // A fault in a setting is reported where the output has it.
        for (key, position) in positions where key.hasPrefix(output.place + ".") {
            let own = key.dropFirst(output.place.count + 1)
            manifest.positions[own == "path" ? "output" : own == "preset" ? "preset" : "video.\(own)"] = position
        }
        if let position = manifest.positions["output"] ?? positions["outputs"] {
            manifest.positions["output"] = position
        }
        return manifest
    }
}

extension Manifest.Video {
    /// The settings of an output: those of all outputs, where its own do not replace them.
    ///
    /// A rate of its own replaces its limits, too. A dynamic range of its own replaces what describes that of the
    /// others. A codec of its own replaces what is only for that of the others; H.264 has none of the HDR and temporal
    /// levels that HEVC films may have.
    fileprivate func changed(by section: ManifestSection) -> Self {
        var video = self
        if section.has("rate") {
            (video.rate, video.maximumRate, video.bufferBits, video.optimize) = (nil, nil, nil, nil)
            video.declaresBuffer = false
        }
        if section.has("hdr") {
            (video.masteringDisplay, video.contentLight, video.dynamicMetadata) = (nil, .source, nil)
        }
        if section.has("codec"), section.text("codec") != codec.rawValue {
            (video.options, video.bitDepth, video.temporal) = ([:], nil, nil)
            (video.range, video.masteringDisplay, video.contentLight) = (nil, nil, .source)
            (video.dynamicMetadata, video.declaresBuffer) = (nil, false)
        }
        video.read(section)
        if !section.has("optimize"), case .average = video.rate { video.optimize = optimize }
        return video
    }
}
