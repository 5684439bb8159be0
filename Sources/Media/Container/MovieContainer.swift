/// The file formats that films are written in.
public enum MovieContainer: String, Hashable, Sendable, Codable, CaseIterable {
    /// MP4 (ISO/IEC 14496-12 and 14496-14).
    case mp4
    /// QuickTime, `.mov` (Apple, QuickTime File Format Specification): the same boxes, but for handlers with a
    /// component type and one for the data, composition offsets that are signed in version 0, `colr` without a range,
    /// and sound descriptions of version 1 around `wave`.
    case quickTime

    /// The format that the name of a file asks for: QuickTime for one that ends in `.mov`, in any case, and MP4 for all
    /// others.
    public init(fileName: String) {
        self = fileName.lowercased().hasSuffix(".mov") ? .quickTime : .mp4
    }
}
