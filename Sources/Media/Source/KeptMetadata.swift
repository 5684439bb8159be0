/// The kinds of dynamic HDR metadata that a film has, and where they come from.
package struct KeptMetadata: Hashable, Sendable, Codable {
    /// Whether it has HDR10+.
    package var hdr10Plus: Bool
    /// Whether it has Dolby Vision.
    package var dolbyVision: Bool

    /// SHA-256 of the files that kept kinds come from, by the name of the kind; nil if all come from the film itself.
    package var files: [String: String]?
    /// True if its HDR10+ is made from the light of its pictures; nil if the source has it.
    package private(set) var isMeasured: Bool?

    /// Creates a choice.
    package init(hdr10Plus: Bool, dolbyVision: Bool, files: [String: String]? = nil) {
        self.hdr10Plus = hdr10Plus
        self.dolbyVision = dolbyVision
        self.files = files
    }

    /// The same with HDR10+ that is made from the light of the pictures.
    package var measuringHDR10Plus: KeptMetadata {
        var kept = self
        (kept.hdr10Plus, kept.isMeasured) = (true, true)
        return kept
    }

    /// Whether its HDR10+ is made from the light of its pictures.
    package var measuresHDR10Plus: Bool { isMeasured == true }

    /// The part that comes from the source, or from files.
    package var fromSource: KeptMetadata {
        KeptMetadata(hdr10Plus: hdr10Plus && !measuresHDR10Plus, dolbyVision: dolbyVision, files: files)
    }

    /// Nothing is kept.
    package static let none = KeptMetadata(hdr10Plus: false, dolbyVision: false)

    /// Everything is kept.
    package static let all = KeptMetadata(hdr10Plus: true, dolbyVision: true)

    /// Whether nothing is kept.
    package var isEmpty: Bool { !hdr10Plus && !dolbyVision }

    /// The part of a picture's metadata that is kept.
    package func part(of metadata: DynamicMetadata) -> DynamicMetadata {
        DynamicMetadata(
            hdr10Plus: hdr10Plus ? metadata.hdr10Plus : nil,
            dolbyVision: dolbyVision ? metadata.dolbyVision : nil
        )
    }
}

extension KeptMetadata: CustomStringConvertible {
    /// As in "HDR10+ and Dolby Vision".
    package var description: String {
        let message = measuresHDR10Plus ? "measured HDR10+" : "HDR10+"
        let names = [hdr10Plus ? message : nil, dolbyVision ? "Dolby Vision" : nil].compactMap(\.self)
        return names.isEmpty ? "none" : names.joined(separator: " and ")
    }
}
