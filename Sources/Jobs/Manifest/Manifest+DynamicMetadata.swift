import Foundation
import Media
import Yams

extension Manifest {
    /// Reads `dynamicMetadata` of `video`: `drop`, `keep`, or a mapping with one of the two or a file for each kind.
    ///
    /// - Parameter folder: that of the manifest, to which paths are relative.
    mutating func readDynamicMetadata(_ video: ManifestSection, folder: String) {
        let key = "dynamicMetadata"
        var request = DynamicMetadataRequest()
        if case .mapping(let mapping) = video[key] {
            guard let section = video.reader.section(.mapping(mapping), at: "video.\(key)") else { return }
            request.kept.hdr10Plus = isKept(.hdr10Plus, "hdr10plus", ".json", section, folder, &request)
            request.kept.dolbyVision = isKept(.dolbyVision, "dolbyVision", ".bin", section, folder, &request)
        } else {
            request.keepsAll = video.served(key, of: Self.words, planned: ["measure"], remedy: Self.remedy) == "keep"
        }
        self.video.dynamicMetadata = request.keepsAll || !request.kept.isEmpty ? request : nil
    }

    private static let words = ["drop", "keep"]
    private static let remedy = "write drop or keep"

    private func isKept(
        _ kind: MetadataFile.Kind,
        _ key: String,
        _ suffix: String,
        _ section: ManifestSection,
        _ folder: String,
        _ request: inout DynamicMetadataRequest
    ) -> Bool {
        guard let text = section.text(key), text.hasSuffix(suffix) else {
            let remedy = "write drop, keep, or the path of a file that ends in \(suffix)"
            return section.served(key, of: Self.words, planned: ["measure"], remedy: remedy) == "keep"
        }
        if !films.isEmpty {
            section.report(key, "is a file, which cannot be for a list of films", "join the films first, or write keep")
        }
        request.files[kind] = absolute(text, key, in: section, folder: folder)
        return true
    }
}
