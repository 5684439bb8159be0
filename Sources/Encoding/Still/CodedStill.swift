package import Media

/// A picture that was encoded by itself.
package struct CodedStill: Hashable, Sendable {
    /// Its slices: NAL units with lengths of four bytes, without parameter sets.
    package let bytes: [UInt8]
    /// What a decoder needs before them.
    package let parameterSets: ParameterSets
    /// Hash of the encoder's reconstruction.
    package let pictureHash: PictureHash
}
