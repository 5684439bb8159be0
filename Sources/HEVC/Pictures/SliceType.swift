/// How the blocks of a slice may be predicted: slice_type of ISO/IEC 23008-2 Table 7-7.
package enum SliceType: UInt8, Hashable, Sendable {
    /// From two pictures, one, or none.
    case bidirectional = 0
    /// From one picture or none.
    case predicted = 1
    /// From the picture itself only.
    case intra = 2
}
