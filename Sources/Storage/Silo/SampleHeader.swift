package import Media

/// An `EncodedSample` without its bytes: enough to lay out a movie.
package struct SampleHeader: MovieSample, Hashable, Sendable, Codable {
    /// Number of the frame in presentation order, from 0 at the film's start.
    package var frame: Int
    /// When it is decoded.
    package var decodeTime: MediaTime
    /// When it is presented.
    package var presentationTime: MediaTime
    /// How long it is presented.
    package var duration: MediaTime
    /// Its flags.
    package var flags: SampleFlags
    /// HEVC TemporalId, 0 to 6.
    package var temporalLevel: UInt8
    /// NAL unit type of its slices (ISO/IEC 23008-2, Table 7-1).
    package var nalUnitType: UInt8
    /// Hash of the picture that a decoder must output for it.
    package var pictureHash: PictureHash
    /// Number of the sample's bytes.
    package var byteCount: Int
    /// XXH3-64 of the sample's bytes.
    package var checksum: UInt64

    /// Creates a header.
    package init(
        frame: Int,
        decodeTime: MediaTime,
        presentationTime: MediaTime,
        duration: MediaTime,
        flags: SampleFlags,
        temporalLevel: UInt8,
        nalUnitType: UInt8,
        pictureHash: PictureHash,
        byteCount: Int,
        checksum: UInt64
    ) {
        self.frame = frame
        self.decodeTime = decodeTime
        self.presentationTime = presentationTime
        self.duration = duration
        self.flags = flags
        self.temporalLevel = temporalLevel
        self.nalUnitType = nalUnitType
        self.pictureHash = pictureHash
        self.byteCount = byteCount
        self.checksum = checksum
    }
}
