/// The dynamic HDR metadata of one picture, as raw bytes: serialisers lose some, so nothing is written anew.
package struct DynamicMetadata: Hashable, Sendable {
    /// The payload of the SEI message of HDR10+ (SMPTE ST 2094-40), from its country code on, without emulation
    /// prevention; nil if the picture has none.
    package var hdr10Plus: [UInt8]?
    /// The Dolby Vision RPU from its prefix 0x19 to its final 0x80, without emulation prevention; nil if the picture
    /// has none.
    package var dolbyVision: [UInt8]?

    /// Most bytes of either payload: many times what films have.
    package static let payloadLimit = 8192

    /// Creates metadata; none by default.
    package init(hdr10Plus: [UInt8]? = nil, dolbyVision: [UInt8]? = nil) {
        self.hdr10Plus = hdr10Plus
        self.dolbyVision = dolbyVision
    }

    /// Whether the picture has neither.
    package var isEmpty: Bool { hdr10Plus == nil && dolbyVision == nil }
}
