/// How many pictures a decoder must buffer for one representation: the values of ISO/IEC 23008-2 7.4.3.1 for a
/// sub-layer.
package struct SubLayerOrdering: Hashable, Sendable, Codable {
    /// max_dec_pic_buffering_minus1 + 1: pictures that the buffer must hold, 1 to 16.
    package var pictureBuffers: Int
    /// max_num_reorder_pics: pictures that may precede one in decode order and follow it in output order.
    package var reorderedPictures: Int
    /// max_latency_increase_plus1; 0 means no limit, at most 2^32 - 2.
    package var latencyIncreasePlus1: UInt32

    /// Creates the values of a sub-layer.
    package init(pictureBuffers: Int, reorderedPictures: Int, latencyIncreasePlus1: UInt32 = 0) {
        self.pictureBuffers = pictureBuffers
        self.reorderedPictures = reorderedPictures
        self.latencyIncreasePlus1 = latencyIncreasePlus1
    }

    /// Reads the triple of one sub-layer.
    init(_ bits: inout BitReader) throws(BitstreamError) {
        pictureBuffers = try bits.unsigned("max_dec_pic_buffering_minus1", atMost: 15) + 1
        reorderedPictures = try bits.unsigned("max_num_reorder_pics", atMost: 15)
        latencyIncreasePlus1 = try bits.unsigned("max_latency_increase_plus1")
    }

    /// Writes the triple of one sub-layer.
    func write(to bits: inout BitWriter) {
        bits.unsigned(UInt32(clamping: pictureBuffers - 1))
        bits.unsigned(UInt32(clamping: reorderedPictures))
        bits.unsigned(latencyIncreasePlus1)
    }

    /// The violation of the standard in the values of sub-layers, the lowest first (7.4.3.1); nil if there is none.
    static func flaw(in ordering: [SubLayerOrdering]) -> String? {
        var below: SubLayerOrdering?
        for (index, entry) in ordering.enumerated() {
            guard (1...16).contains(entry.pictureBuffers) else {
                return "sub-layer \(index) needs \(entry.pictureBuffers) picture buffers, 1 to 16 are possible"
            }
            guard (0..<entry.pictureBuffers).contains(entry.reorderedPictures) else {
                let reordered = "reorders \(entry.reorderedPictures) pictures"
                return "sub-layer \(index) \(reordered) in \(entry.pictureBuffers) buffers"
            }
            if let below {
                let wantsLess =
                    below.pictureBuffers > entry.pictureBuffers || below.reorderedPictures > entry.reorderedPictures
                if wantsLess { return "sub-layer \(index) needs less than the one below it" }
            }
            below = entry
        }
        return nil
    }
}
