/// The container formats of the films that Granary writes.
package enum MovieContainer: String, Hashable, Sendable, Codable, CaseIterable {
    /// MP4 (ISO/IEC 14496-12 and 14496-14).
    case mp4
    /// QuickTime, `.mov` (Apple, QuickTime File Format Specification): the same boxes, with these differences: handlers
    /// with a component type and one for the data, composition offsets that are signed in version 0, `colr` without a
    /// range, and sound descriptions of version 1 around `wave`.
    case quickTime

    /// The format for the name of a file: QuickTime if it ends in `.mov`, in any case, and MP4 otherwise.
    package init(fileName: String) {
        self = fileName.lowercased().hasSuffix(".mov") ? .quickTime : .mp4
    }
}
