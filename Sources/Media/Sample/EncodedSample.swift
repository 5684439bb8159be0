/// One compressed picture in decode order: the access unit as an MP4 sample, with its times and its picture hash.
package struct EncodedSample: Sendable, Hashable {
    /// Number of the frame in presentation order, from 0 at the film's start.
    package var frame: Int
    /// When it is decoded. Strictly ascends from sample to sample. The n-th decoded sample of a film has the
    /// presentation time of the n-th presented one, so decode time may be after presentation time (`ctts` version 1).
    package var decodeTime: MediaTime
    /// When it is presented: exactly the source frame's time.
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
    /// NAL units, each after its length in four bytes, big-endian. No parameter sets.
    package var bytes: [UInt8]

    /// Creates a sample.
    package init(
        frame: Int,
        decodeTime: MediaTime,
        presentationTime: MediaTime,
        duration: MediaTime,
        flags: SampleFlags,
        temporalLevel: UInt8,
        nalUnitType: UInt8,
        pictureHash: PictureHash,
        bytes: [UInt8]
    ) {
        self.frame = frame
        self.decodeTime = decodeTime
        self.presentationTime = presentationTime
        self.duration = duration
        self.flags = flags
        self.temporalLevel = temporalLevel
        self.nalUnitType = nalUnitType
        self.pictureHash = pictureHash
        self.bytes = bytes
    }
}
