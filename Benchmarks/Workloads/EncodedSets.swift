import HEVC
import Media

/// Parameter sets that an encoder made.
enum EncodedSets {
    /// 160x96, 8 bits, 24 frames a second, by x265.
    private static let plain = ParameterSets(
        vps: bytes("40010c01ffff01600000030090000003000003001e959409"),
        sps: bytes("42010101600000030090000003000003001ea01420616595952930bc04040000030004000003006020"),
        pps: bytes("4401c073c089")
    )

    /// The same with four temporal levels.
    static func layered() throws -> ParameterSets {
        var profile = try plain.subLayers().profileTierLevel
        profile.subLayers = [30, 60, 63].map { ProfileTierLevel.SubLayer(level: $0) }
        return try plain.declaring(
            SubLayerDescription(
                isTemporalIDNested: true,
                profileTierLevel: profile,
                ordering: [SubLayerOrdering(pictureBuffers: 5, reorderedPictures: 3)]
            )
        )
    }

    private static func bytes(_ digits: String) -> [UInt8] {
        stride(from: 0, to: digits.utf8.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
    }
}
