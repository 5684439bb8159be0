/// How many chroma samples a picture has for its luma samples. More formats may come.
public struct ChromaFormat: Hashable, Sendable, CustomStringConvertible {
    /// The usual name, as in `4:2:0`.
    public let description: String

    private init(_ name: String) { description = name }

    /// Luma only.
    public static let monochrome = ChromaFormat("4:0:0")
    /// Half as many in each direction.
    public static let yuv420 = ChromaFormat("4:2:0")
    /// Half as many in each row.
    public static let yuv422 = ChromaFormat("4:2:2")
    /// As many.
    public static let yuv444 = ChromaFormat("4:4:4")

    /// The format of chroma_format_idc, 0 to 3 (ISO/IEC 23008-2, 6.2).
    init?(code: UInt8) {
        let formats: [ChromaFormat] = [.monochrome, .yuv420, .yuv422, .yuv444]
        guard Int(code) < formats.count else { return nil }
        self = formats[Int(code)]
    }
}
