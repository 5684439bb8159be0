import HEVC
import ISOMedia
import Media

/// What a decoder needs before the first sample of an HEVC stream: VPS, SPS and PPS. The counterpart of
/// CMVideoFormatDescription. That of a `SampleReader` also has what the boxes of the film say about its pictures:
/// colour, light, aperture, rotation.
public struct FormatDescription: Hashable, Sendable {
    let sets: ParameterSets
    /// What a movie says about the pictures in its boxes; nil for a description that is not of a movie.
    var track: VideoTrackConfiguration?

    init(_ sets: ParameterSets) { self.sets = sets }

    /// The description of a movie's track. Throws `BitstreamError` if the sequence parameter set cannot be read.
    init(_ track: VideoTrackConfiguration) throws {
        _ = try SliceHeader.Context(track.parameterSets)
        sets = track.parameterSets
        self.track = track
    }

    /// Creates a description from parameter sets: NAL units with their header, without start codes or lengths.
    ///
    /// - Parameters:
    ///   - videoParameterSet: a VPS.
    ///   - sequenceParameterSet: an SPS.
    ///   - pictureParameterSet: a PPS.
    /// - Throws: `damaged` unless they are a VPS, an SPS and a PPS, and the SPS can be parsed.
    public init(videoParameterSet: [UInt8], sequenceParameterSet: [UInt8], pictureParameterSet: [UInt8]) throws {
        var header: [UInt8] = []
        for unit in [videoParameterSet, sequenceParameterSet, pictureParameterSet] {
            unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &header) }
        }
        try self.init(lengthPrefixed: header)
    }

    /// Creates a description from a byte stream with start codes (ISO/IEC 23008-2, annex B) that has one of each
    /// parameter set.
    ///
    /// - Parameter bytes: the stream.
    /// - Throws: `damaged` if a parameter set is missing or cannot be parsed.
    public init(annexB bytes: [UInt8]) throws {
        // Safe: the array's bytes are initialised and lent for the call.
        try self.init(lengthPrefixed: unsafe NALUnitFraming.lengthPrefixed(fromAnnexB: bytes.span.bytes))
    }

    private init(lengthPrefixed bytes: [UInt8]) throws {
        sets = try translating {
            // Safe: the array's bytes are initialised and lent for the call.
            let sets = unsafe try ParameterSets(header: bytes.span.bytes)
            _ = try SliceHeader.Context(sets)
            return sets
        }
    }

    /// Creates a description from the content of an `hvcC` box (ISO/IEC 14496-15, 8.3.2.1).
    ///
    /// - Parameter payload: the box without its header of eight bytes.
    /// - Throws: `damaged` if it cannot be read or lacks a parameter set.
    public init(hvcC payload: [UInt8]) throws {
        let found = try translating { try HEVCConfigurationBox(payload: payload[...]).parameterSets }
        guard let found else {
            throw GranaryError(
                .damaged,
                attempted: "read a format description",
                subject: "hvcC",
                cause: "it does not have one parameter set of each kind"
            )
        }
        try self.init(
            videoParameterSet: found.vps,
            sequenceParameterSet: found.sps,
            pictureParameterSet: found.pps
        )
    }

    /// The content of the `hvcC` box, without its header of eight bytes. It declares lengths of four bytes.
    ///
    /// - Throws: `damaged` for parameter sets that the box cannot describe.
    public func hvcC() throws -> [UInt8] {
        try translating {
            let box = try HEVCConfigurationBox(sets, SliceHeader.Context(sets), constantRate: nil)
            return Array(box.bytes.dropFirst(8))
        }
    }

    /// The video parameter set: a NAL unit with its header, without start code or length.
    public var videoParameterSet: [UInt8] { sets.vps }
    /// The sequence parameter set, in the same form.
    public var sequenceParameterSet: [UInt8] { sets.sps }
    /// The picture parameter set, in the same form.
    public var pictureParameterSet: [UInt8] { sets.pps }

    /// The parameter sets as a byte stream, each after a start code of four bytes.
    public var annexB: [UInt8] { [sets.vps, sets.sps, sets.pps].flatMap { [0, 0, 0, 1] + $0 } }
}

/// The two ways to frame the NAL units of a sample.
public enum SampleFraming {
    /// The byte stream of a sample whose NAL units have lengths of four bytes: each gets a start code of four bytes.
    ///
    /// - Parameter sample: NAL units, each after its length in four bytes, big-endian.
    /// - Throws: `damaged` if the lengths do not fit.
    public static func annexB(fromLengthPrefixed sample: [UInt8]) throws -> [UInt8] {
        // Safe: the array's bytes are initialised and lent for the call.
        try translating { unsafe try NALUnitFraming.annexB(fromSample: sample.span.bytes) }
    }

    /// The sample of a byte stream: each NAL unit gets its length in four bytes, big-endian.
    ///
    /// - Parameter stream: NAL units after start codes of three or four bytes. Bytes before the first start code are
    ///   ignored; a stream without one makes an empty sample.
    public static func lengthPrefixed(fromAnnexB stream: [UInt8]) -> [UInt8] {
        // Safe: as above.
        unsafe NALUnitFraming.lengthPrefixed(fromAnnexB: stream.span.bytes)
    }
}
