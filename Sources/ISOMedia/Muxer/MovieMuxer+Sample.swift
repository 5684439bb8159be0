package import Media

extension MovieMuxer {
    /// Adds the next video sample in decode order. Its times must be whole ticks of the video's timescale.
    package mutating func append(_ sample: some MovieSample) throws(MovieError) {
        let timescale = configuration.video.timescale
        guard let decode = sample.decodeTime.exactly(in: timescale),
            let presentation = sample.presentationTime.exactly(in: timescale),
            let duration = sample.duration.exactly(in: timescale),
            case let (offset, overflow) = presentation.value.subtractingReportingOverflow(decode.value), !overflow
        else {
            throw MovieError(
                .invalidSample,
                "the sample at \(sample.presentationTime)",
                "its times are not whole ticks of 1/\(timescale) s, or are too large"
            )
        }
        try appendVideo(
            byteCount: sample.byteCount,
            decodeTick: decode.value,
            duration: duration.value,
            compositionOffset: offset,
            flags: sample.flags,
            temporalLevel: sample.temporalLevel,
            nalUnitType: sample.nalUnitType
        )
    }
}
