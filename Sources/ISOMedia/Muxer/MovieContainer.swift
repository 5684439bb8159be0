/// The file formats that the muxer writes.
package enum MovieContainer: String, Hashable, Sendable, CaseIterable {
    /// MP4 (ISO/IEC 14496-12 and 14496-14).
    case mp4
    /// QuickTime, `.mov` (Apple, QuickTime File Format Specification): the same boxes, but for handlers with a component type and
    /// one for the data, composition offsets that are signed in version 0, `colr` without a range, and sound descriptions of
    /// version 1 around `wave`.
    case quickTime
}
