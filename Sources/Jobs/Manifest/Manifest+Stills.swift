import Foundation
import Media
import Yams

extension Manifest {
    /// Reads `stills`, the list of stills to make.
    mutating func readStills(_ document: ManifestSection, folder: String) {
        guard let list = document["stills"] else { return }
        guard case .sequence(let nodes) = list, (1...WantedStill.mostStills).contains(nodes.count) else {
            return document.report(
                "stills",
                "expected a list of 1 to \(WantedStill.mostStills) stills to make",
                "write stills: [{at: best, output: poster.heic}]"
            )
        }
        for (index, node) in nodes.enumerated() {
            guard let section = document.reader.section(node, at: "stills[\(index)]"),
                let still = still(section, folder: folder)
            else { continue }
            if stills.contains(where: { $0.path == still.path }) {
                section.report("output", "is the file of another still, too", "write another file")
            }
            stills.append(still)
        }
    }

    private func still(_ section: ManifestSection, folder: String) -> WantedStill? {
        guard section.has("output") else {
            section.report("output", "is missing", "write the path of the still to make: output: poster.heic")
            return nil
        }
        guard let path = section.text("output", expected: "the path of the still to make") else { return nil }
        if !["heic", "heif", "hif"].contains(URL(filePath: path).pathExtension.lowercased()) {
            section.report("output", "the name of a still must end in .heic or .heif", "add .heic")
        }
        var still = WantedStill(path: absolute(path, "output", in: section, folder: folder))
        if section.has("at"), section.text("at") != "best" {
            still.time = section.value("at", expected: "best or a time with its unit, as in 12.5s") {
                Quantity.time($0)
            }
        }
        if section.has("size"), section.text("size") != "source" {
            still.box = section.value("size", expected: "source or a box such as 640x640") { Quantity.size($0) }
        }
        still.quality =
            section.value("quality", expected: "a number from 0 to 100") { text in
                Quantity.number(text).flatMap { (0...100).contains($0) ? $0 : nil }
            } ?? still.quality
        return still
    }
}
