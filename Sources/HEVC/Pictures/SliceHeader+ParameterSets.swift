package import Media

extension SliceHeader.Context {
    /// Reads the sequence and picture parameter sets of a stream.
    package init(_ sets: ParameterSets) throws(BitstreamError) {
        self.init(
            sequence: try sets.sps.withRawSpan(SequenceParameterSet.init),
            picture: try sets.pps.withRawSpan(PictureParameterSet.init)
        )
        guard picture.sequenceParameterSetID == sequence.id else {
            throw BitstreamError(
                .missing,
                "pps_seq_parameter_set_id",
                "sequence parameter set \(picture.sequenceParameterSetID) is missing"
            )
        }
    }
}
