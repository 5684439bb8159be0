/// The parameter sets of a stream: NAL units with their header, without start codes or lengths.
package struct ParameterSets: Hashable, Sendable, Codable {
    /// Video parameter set (NAL unit type 32); empty for H.264, which has none.
    package var vps: [UInt8]
    /// Sequence parameter set (33; 7 in H.264).
    package var sps: [UInt8]
    /// Picture parameter set (34; 8 in H.264).
    package var pps: [UInt8]

    /// Creates a set of the three.
    package init(vps: [UInt8], sps: [UInt8], pps: [UInt8]) {
        self.vps = vps
        self.sps = sps
        self.pps = pps
    }

    /// The codec of the stream.
    package var codec: VideoCodec { vps.isEmpty ? .h264 : .hevc }

    /// The sets in the order of a byte stream.
    package var units: [[UInt8]] { vps.isEmpty ? [sps, pps] : [vps, sps, pps] }

    /// Bytes of the sets in a byte stream, each with a start code of four bytes.
    package var byteStreamCount: Int { units.reduce(0) { $0 + $1.count + 4 } }
}
