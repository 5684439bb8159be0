import Checksums
package import Media

extension SampleHeader {
    /// The header of a sample, with the checksum of its bytes.
    package init(_ sample: EncodedSample) {
        self.init(
            frame: sample.frame,
            decodeTime: sample.decodeTime,
            presentationTime: sample.presentationTime,
            duration: sample.duration,
            flags: sample.flags,
            temporalLevel: sample.temporalLevel,
            nalUnitType: sample.nalUnitType,
            pictureHash: sample.pictureHash,
            byteCount: sample.bytes.count,
            // Safe: bytes have no padding between them.
            checksum: byteChecksum(unsafe sample.bytes.span.bytes)
        )
    }
}

extension SampleHeader {
    /// The sample with this header.
    package func sample(_ bytes: [UInt8]) -> EncodedSample {
        EncodedSample(
            frame: frame,
            decodeTime: decodeTime,
            presentationTime: presentationTime,
            duration: duration,
            flags: flags,
            temporalLevel: temporalLevel,
            nalUnitType: nalUnitType,
            pictureHash: pictureHash,
            bytes: bytes
        )
    }
}
