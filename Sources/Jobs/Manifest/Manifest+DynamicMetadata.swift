import Foundation
import Media
import Yams

extension Manifest {
    /// Reads `dynamicMetadata` of `video`: `drop`, `keep` or `measure`, or a mapping with one of them or a file for
    /// each kind. Only HDR10+ can be measured: `measure` alone drops Dolby Vision.
    ///
    /// - Parameter folder: that of the manifest, to which paths are relative.
    mutating func readDynamicMetadata(_ video: ManifestSection, folder: String) {
        let key = "dynamicMetadata"
        var request = DynamicMetadataRequest()
        if case .mapping(let mapping) = video[key] {
            guard let section = video.reader.section(.mapping(mapping), at: "video.\(key)") else { return }
            let hdr10Plus = choice(.hdr10Plus, "hdr10plus", of: Self.words, ".json", section, folder, &request)
            let others = ["drop", "keep"]
            let dolbyVision = choice(.dolbyVision, "dolbyVision", of: others, ".bin", section, folder, &request)
            request.kept = KeptMetadata(hdr10Plus: hdr10Plus == "keep", dolbyVision: dolbyVision == "keep")
            if hdr10Plus == "measure" { request.kept = request.kept.measuringHDR10Plus }
        } else {
            let choice = video.choice(key, of: Self.words)
            request.keepsAll = choice == "keep"
            if choice == "measure" { request.kept = KeptMetadata.none.measuringHDR10Plus }
        }
        self.video.dynamicMetadata = request.keepsAll || !request.kept.isEmpty ? request : nil
    }

    private static let words = ["drop", "keep", "measure"]

    /// The choice for a kind; a file is added to the request, and counts as "keep".
    private func choice(
        _ kind: MetadataFile.Kind,
        _ key: String,
        of words: [String],
        _ suffix: String,
        _ section: ManifestSection,
        _ folder: String,
        _ request: inout DynamicMetadataRequest
    ) -> String? {
        guard let text = section.text(key), text.hasSuffix(suffix) else {
            return section.choice(key, of: words, or: "the path of a file that ends in \(suffix)")
        }
        if !films.isEmpty {
            section.report(key, "is a file, which cannot be for a list of films", "join the films first, or write keep")
        }
        request.files[kind] = absolute(text, key, in: section, folder: folder)
        return "keep"
    }
}
