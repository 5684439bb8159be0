/// The kinds of dynamic HDR metadata that a film keeps from its source.
package struct KeptMetadata: Hashable, Sendable, Codable {
    /// Whether HDR10+ is kept.
    package var hdr10Plus: Bool
    /// Whether Dolby Vision is kept.
    package var dolbyVision: Bool

    /// SHA-256 of the files that kept kinds come from, by the name of the kind; nil if all come from the film itself.
    package var files: [String: String]?

    /// Creates a choice.
    package init(hdr10Plus: Bool, dolbyVision: Bool, files: [String: String]? = nil) {
        self.hdr10Plus = hdr10Plus
        self.dolbyVision = dolbyVision
        self.files = files
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
        let names = [hdr10Plus ? "HDR10+" : nil, dolbyVision ? "Dolby Vision" : nil].compactMap(\.self)
        return names.isEmpty ? "none" : names.joined(separator: " and ")
    }
}
