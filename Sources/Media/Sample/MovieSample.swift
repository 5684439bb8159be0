/// What a movie must know of a compressed picture, apart from its bytes.
package protocol MovieSample {
    /// When it is decoded.
    var decodeTime: MediaTime { get }
    /// When it is presented.
    var presentationTime: MediaTime { get }
    /// How long it is presented.
    var duration: MediaTime { get }
    /// Its flags.
    var flags: SampleFlags { get }
    /// HEVC TemporalId, 0 to 6.
    var temporalLevel: UInt8 { get }
    /// NAL unit type of its slices (ISO/IEC 23008-2, Table 7-1).
    var nalUnitType: UInt8 { get }
    /// Number of its bytes.
    var byteCount: Int { get }
}

extension EncodedSample: MovieSample {
    /// Number of its bytes.
    package var byteCount: Int { bytes.count }
}
