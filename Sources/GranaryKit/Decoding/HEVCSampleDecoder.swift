import HEVC
import Media
import Quality

/// Decodes HEVC by libde265, which gets only samples whose references are there and sound.
///
/// libde265 conceals much damage without a word. So a picture counts only if its headers can be read, nothing that it
/// refers to is missing or damaged, libde265 has no warning, and its hash is the expected one, if that is known. After
/// an error of libde265 decoding continues at the next picture at which it can start anew.
final class HEVCSampleDecoder: SampleDecoding {
    let lookahead: Int
    private let sets: ParameterSets
    private let size: PictureSize
    private var tracker: ReferenceTracker
    /// nil after an error of libde265.
    private var decoder: VerifyingDecoder?
    /// Whether libde265 has found damage since it was created: it may keep memory for it.
    private var foundDamage = false

    /// Creates a decoder. Throws a `DecodeError` without memory, and a `BitstreamError` for sets that cannot be read.
    init(_ sets: ParameterSets) throws {
        self.sets = sets
        let sequence = try SliceHeader.Context(sets).sequence
        size = sequence.size
        lookahead = sequence.subLayerDescription.ordering(upTo: sequence.subLayers - 1)?.reorderedPictures ?? 0
        tracker = try ReferenceTracker(sets)
        decoder = try Self.decoder(sets)
    }

    private static func decoder(_ sets: ParameterSets) throws(DecodeError) -> VerifyingDecoder {
        let decoder = try VerifyingDecoder(withholdsDamaged: true)
        try decoder.configure(sets)
        return decoder
    }

    func refusal(of bytes: [UInt8]) -> SampleFailure? {
        do throws(BitstreamError) {
            return try bytes.withRawSpan { sample throws(BitstreamError) in
                var cursor = NALUnitCursor()
                while let range = try cursor.next(in: sample) {
                    let unit = sample.extracting(range)
                    let header = try NALUnitHeader(unit)
                    guard header.type.isParameterSet, header.layerID == 0 else { continue }
                    let known = header.type == .vps ? sets.vps : header.type == .sps ? sets.sps : sets.pps
                    if unit.copied() != known { return .formatChange("it has other parameter sets than the session") }
                }
                return nil
            }
        } catch {
            return SampleFailure(
                code: .wrongSample,
                cause: "it is not NAL units with lengths of four bytes: \(error.words)",
                remedy: "SampleFraming converts samples of a byte stream."
            )
        }
    }

    func decode(_ bytes: [UInt8], number: Int, expected: PictureHash?, _ settle: (SampleFate) -> Void) {
        settle(SampleFate(number: number, result: result(bytes, number, expected)))
    }

    func finish(_ settle: (SampleFate) -> Void) {}

    private func result(
        _ bytes: [UInt8],
        _ number: Int,
        _ expected: PictureHash?
    ) -> Result<Media.Picture, SampleFailure> {
        let coded: ReferenceTracker.Picture
        do throws(BitstreamError) {
            coded = try bytes.withRawSpan { span throws(BitstreamError) in try tracker.add(sample: span) }
        } catch {
            return failure(.damaged, error.words)
        }
        if let words = coded.finding.words { return failure(.missingReference, words) }
        do {
            return try picture(of: bytes, coded, number, expected)
        } catch {
            decoder = nil
            tracker.restart()
            let error = error as? DecodeError
            return failure(error?.publicCode ?? .damaged, error?.cause ?? "libde265 failed")
        }
    }

    /// Decodes a sample that lacks nothing. After an error libde265 is not used again.
    private func picture(
        of bytes: [UInt8],
        _ coded: ReferenceTracker.Picture,
        _ number: Int,
        _ expected: PictureHash?
    ) throws -> Result<Media.Picture, SampleFailure> {
        if decoder == nil || foundDamage && coded.startsSequence {
            decoder = try Self.decoder(sets)
            foundDamage = false
        }
        var found: (picture: Media.Picture, hash: PictureHash?)?
        // libde265 forgets the pictures of a parameter set that comes again, even an equal one.
        let stripped = try bytes.withRawSpan(NALUnitFraming.strippingParameterSets)
        try stripped.withRawSpan { sample in
            try decoder?.decode(sample, tag: Int64(number), isOutputAtOnce: true) { image in
                guard image.tag == Int64(number), image.size == size else { return }
                let picture = image.picture(frame: number, presentationTime: .zero, duration: .zero)
                found = (picture, expected == nil ? nil : image.hash())
            }
        }
        let warning = decoder?.takeWarnings().first
        if let found, warning == nil, found.hash == expected { return .success(found.picture) }
        if found == nil, warning == nil, !coded.isShown {
            return failure(.noPicture, "the stream says that its picture is not shown")
        }
        foundDamage = true
        tracker.markDamaged()
        if let warning { return failure(.damaged, "libde265 warns: \(warning.text)") }
        let words = found == nil ? "libde265 returned no picture" : "its picture is not the one that was encoded"
        return failure(.damaged, words)
    }

    private func failure(_ code: GranaryError.Code, _ cause: String) -> Result<Media.Picture, SampleFailure> {
        .failure(SampleFailure(code: code, cause: cause))
    }
}

extension ReferenceTracker.Finding {
    /// Why a picture cannot be decoded; nil if it can.
    fileprivate var words: String? {
        switch self {
        case .decodable: nil
        case .noStart: "decoding has not started, and cannot start at this picture"
        case .skippedLeading: "decoding started at the key frame before it, and it refers to earlier pictures"
        case .missingReference: "it refers to a picture that was not given"
        case .damagedReference: "it refers to a picture that is damaged"
        }
    }
}
