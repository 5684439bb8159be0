/// Whose data a message of user_data_registered_itu_t_t35 holds (ISO/IEC 23008-2 D.2.6), from the codes at its start:
/// country, provider and application.
package enum RegisteredUserData: String, Hashable, Sendable, Codable, CaseIterable {
    /// HDR10+: SMPTE ST 2094-40.
    case hdr10Plus
    /// SMPTE ST 2094-50, of the same committee and not HDR10+.
    case adaptiveToneMapping
    /// Closed captions: ATSC A/53, `GA94`.
    case captions
    /// Active format description: ATSC A/53, `DTG1`.
    case activeFormat
    /// HDR Vivid: CUVA 005.1.
    case hdrVivid
    /// Film grain of AOMedia.
    case filmGrain
    /// A Dolby Vision RPU, as in AV1.
    case dolbyVision
    /// Anything else.
    case other

    /// payloadType of the SEI message.
    package static let payloadType = 4

    /// The owner of a payload, which may be empty.
    package init(payload: [UInt8]) {
        self = Self.allCases.first { $0.codes.contains { payload.starts(with: $0) } } ?? .other
    }

    /// The name in messages, as in "closed captions".
    package var name: String {
        switch self {
        case .hdr10Plus: "HDR10+"
        case .adaptiveToneMapping: "SMPTE ST 2094-50"
        case .captions: "closed captions"
        case .activeFormat: "an active format description"
        case .hdrVivid: "HDR Vivid"
        case .filmGrain: "film grain"
        case .dolbyVision: "Dolby Vision in a T.35 message"
        case .other: "user data of an unknown provider"
        }
    }

    /// The first bytes, from the country code on.
    private var codes: [[UInt8]] {
        switch self {
        case .hdr10Plus: [[0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04]]
        case .adaptiveToneMapping: [[0xB5, 0x00, 0x90, 0x00, 0x01]]
        case .captions: [[0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34]]
        case .activeFormat: [[0xB5, 0x00, 0x31, 0x44, 0x54, 0x47, 0x31]]
        case .hdrVivid: [[0x26, 0x00, 0x04, 0x00, 0x05]]
        case .filmGrain: [[0xB5, 0x58, 0x90]]
        case .dolbyVision: [[0xB5, 0x00, 0x3B, 0x00, 0x00, 0x08, 0x00]]
        case .other: []
        }
    }
}
