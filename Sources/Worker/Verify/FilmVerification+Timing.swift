import HEVC
package import Media

extension FilmVerification {
    /// Proves what the stream says of the decoder's buffer: HRD parameters in the VUI, a buffering period at every IDR
    /// picture, picture timing in every access unit (ISO/IEC 23008-2 annexes C to E).
    ///
    /// Removal and output times must be those of the film, exactly; no delay may promise more than what has arrived;
    /// and no access unit may arrive after its removal, with the delays that are coded. Nothing is found in a film that
    /// declares no decoder.
    ///
    /// - Parameter wanted: the limits that the film was to declare; nil takes what it declares.
    package func checkTiming(_ wanted: BufferLimits?) -> [String] {
        var findings: [String] = []
        do {
            let sequence = try film.parameterSets.sps.withRawSpan { try SequenceParameterSet(unit: $0) }
            guard let usability = sequence.usability, let decoder = usability.hypotheticalDecoder else {
                return wanted == nil ? [] : ["the parameter sets declare no hypothetical decoder"]
            }
            guard let delivery = decoder.deliveries.last?.first, let limits = delivery.limits,
                let clock = usability.timing
            else { return wanted == nil ? [] : ["what the parameter sets declare of a buffer cannot be followed"] }
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
            return findings + ["what the stream says of its buffer cannot be read: \(error)"]
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
