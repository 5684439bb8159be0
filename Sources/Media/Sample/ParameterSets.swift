/// The parameter sets of an HEVC stream: NAL units with their two-byte header, without start codes or lengths.
package struct ParameterSets: Hashable, Sendable, Codable {
    /// Video parameter set (NAL unit type 32).
    package var vps: [UInt8]
    /// Sequence parameter set (33).
    package var sps: [UInt8]
    /// Picture parameter set (34).
    package var pps: [UInt8]

    /// Creates a set of the three.
    package init(vps: [UInt8], sps: [UInt8], pps: [UInt8]) {
        self.vps = vps
        self.sps = sps
        self.pps = pps
    }

    /// Bytes of the three in a byte stream, each with a start code of four bytes.
    package var byteStreamCount: Int { vps.count + sps.count + pps.count + 3 * 4 }
}
