import HEVC
import Media

extension EncodedSample {
    /// Creates a sample from one coded picture. Flags and temporal level are read from its NAL units.
    ///
    /// - Parameters:
    ///   - bytes: NAL units, each after its length in four bytes. `SampleFraming` converts those of a byte stream.
    ///   - decodeTime: when it is decoded.
    ///   - presentationTime: when it is presented.
    ///   - duration: how long it is presented, not negative.
    ///   - isDisposable: true if no other sample refers to it.
    /// - Throws: `wrongSample` for a negative duration, and for bytes that are not the slices of one picture.
    public init(
        bytes: [UInt8],
        decodeTime: MediaTime,
        presentationTime: MediaTime,
        duration: MediaTime,
        isDisposable: Bool = false
    ) throws {
        func refusal(_ cause: String) -> GranaryError {
            GranaryError(
                .wrongSample,
                attempted: "create a sample",
                subject: "the sample at \(presentationTime)",
                cause: cause
            )
        }
        guard duration >= .zero else { throw refusal("its duration is negative") }
        let unit: AccessUnit
        do throws(BitstreamError) {
            unit = try bytes.withRawSpan { span throws(BitstreamError) in try AccessUnit(sample: span) }
        } catch {
            throw refusal(error.words)
        }
        var flags: SampleFlags = isDisposable ? .disposable : []
        if unit.isIDR { flags.insert(.sync) }
        if unit.isIntra == true { flags.insert(.intra) }
        self.init(
            Media.EncodedSample(
                frame: 0,
                decodeTime: decodeTime.wrapped,
                presentationTime: presentationTime.wrapped,
                duration: duration.wrapped,
                flags: flags,
                temporalLevel: unit.temporalID,
                nalUnitType: unit.nalUnitType.rawValue,
                pictureHash: .unknown,
                bytes: bytes
            )
        )
    }

    /// The hash of its picture; nil if the sample was not made by an encoder of this library.
    var pictureHash: PictureHash? { wrapped.pictureHash == .unknown ? nil : wrapped.pictureHash }
}
