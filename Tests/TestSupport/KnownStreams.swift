package import Media

/// Headers of streams that x265 made, to the byte.
package enum KnownStreams {
    /// 160x96, 8 bits, 24 frames a second, one sub-layer.
    package static let main = ParameterSets(
        vps: bytes("40010c01ffff01600000030090000003000003001e959409"),
        sps: bytes("42010101600000030090000003000003001ea01420616595952930bc04040000030004000003006020"),
        pps: bytes("4401c073c089")
    )

    /// 162x90 out of 168x96, 10 bits, BT.2020 PQ, pixels 4:3, HRD, two sub-layers.
    package static let layered = ParameterSets(
        vps: bytes("40010c02ffff02200000030090000003000003003c00009598acc048"),
        sps: bytes(
            "42010202200000030090000003000003003c0000a0152061c923659598acd24995e1cd42440241000003000100000300"
                + "18600c965e001e840007a12e001e840007a122"
        ),
        pps: bytes("4401c172b46240")
    )

    /// Bytes from hexadecimal digits, two each; blanks are passed over.
    package static func bytes(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Substring(text.filter { $0 != " " })
        while !rest.isEmpty {
            bytes.append(UInt8(rest.prefix(2), radix: 16)!)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
