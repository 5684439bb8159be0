import HEVC
import ISOMedia
package import Media

extension FilmVerification {
    /// Checks what the stream says about the decoder's buffer: HRD parameters in the VUI, a buffering period at every
    /// IDR picture, picture timing in every access unit (ISO/IEC 23008-2 annexes C to E).
    ///
    /// Removal and output times must equal those of the film exactly. No delay may be longer than the buffer allows,
    /// and with the coded delays no access unit may arrive after its removal. A film without HRD parameters has no
    /// findings, unless limits are wanted.
    ///
    /// - Parameter wanted: the limits that the film must declare; nil checks against those that it declares.
    package func checkTiming(_ wanted: BufferLimits?) -> [String] {
        var findings: [String] = []
        do {
            let sequence = try film.parameterSets.sps.withRawSpan { try SequenceParameterSet(unit: $0) }
            guard let usability = sequence.usability, let decoder = usability.hypotheticalDecoder else {
                return wanted == nil ? [] : ["the parameter sets have no HRD parameters"]
            }
            guard let delivery = decoder.deliveries.last?.first, let limits = delivery.limits,
                let clock = usability.timing
            else { return wanted == nil ? [] : ["the HRD parameters describe no usable buffer"] }
            if let wanted, limits != wanted {
                findings.append("the parameter sets declare \(limits) instead of \(wanted)")
            }
            var proof = TimingProof(limits, film.timescale, clock, setBits: film.parameterSets.byteStreamCount * 8)
            for index in film.samples.indices {
                let sample = film.samples[index]
                let bytes = try film.bytes(of: index)
                let messages = try bytes.withRawSpan { try Self.messages(inSample: $0) }
                let periods = try messages.filter { $0.payloadType == BufferingPeriod.payloadType }
                    .map { try BufferingPeriod(payload: $0.payload, decoder) }
                let timings = try messages.filter { $0.payloadType == PictureTiming.payloadType }.map {
                    try PictureTiming(
                        payload: $0.payload,
                        decoder,
                        hasFieldInformation: usability.hasFieldInformation
                    )
                }
                proof.add(sample, number: index, periods, timings)
            }
            return findings + proof.findings
        } catch {
            return findings + ["the buffer messages of the stream cannot be read: \(error)"]
        }
    }

    private static func messages(inSample sample: RawSpan) throws(BitstreamError) -> [SupplementalMessage] {
        var messages: [SupplementalMessage] = []
        var cursor = NALUnitCursor()
        while let range = try cursor.next(in: sample) {
            let unit = sample.extracting(range)
            guard try NALUnitHeader(unit).type == .prefixSEI else { continue }
            messages += try SupplementalMessage.messages(inUnit: unit)
        }
        return messages
    }
}
