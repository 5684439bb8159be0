/// How many pictures a decoder holds back for one representation: the values of ISO/IEC 23008-2 7.4.3.1 for a sub-layer.
package struct SubLayerOrdering: Hashable, Sendable, Codable {
    /// max_dec_pic_buffering_minus1 + 1: pictures that the buffer must hold, 1 to 16.
    package var pictureBuffers: Int
    /// max_num_reorder_pics: pictures that may come before one in decode order and behind it in output order.
    package var reorderedPictures: Int
    /// max_latency_increase_plus1; 0 is no limit.
    package var latencyIncreasePlus1: UInt32

    /// Reads the loop of `sub_layer_ordering_info`; one entry, of the highest sub-layer, when only that is coded.
    static func read(_ bits: inout BitReader, subLayers: Int) throws(BitstreamError) -> [SubLayerOrdering] {
        let isCodedForAll = try bits.flag("sub_layer_ordering_info_present_flag")
        var entries: [SubLayerOrdering] = []
        for _ in 0..<(isCodedForAll ? subLayers : 1) {
            let buffers = try bits.unsigned("max_dec_pic_buffering_minus1", atMost: 15) + 1
            let reordered = try bits.unsigned("max_num_reorder_pics", atMost: 15)
            let latency = try bits.unsigned("max_latency_increase_plus1")
            entries.append(
                SubLayerOrdering(
                    pictureBuffers: buffers,
                    reorderedPictures: reordered,
                    latencyIncreasePlus1: latency
                )
            )
        }
        return entries
    }
}
