/// Names of chroma_sample_loc_type (ISO/IEC 23008-2 figure E.1).
package enum ChromaLocationNames {
    private static let names = ["left", "centre", "top left", "top", "bottom left", "bottom"]

    /// The name of a type, or the number itself if it is reserved.
    package static func name(of type: UInt8) -> String { type < names.count ? names[Int(type)] : String(type) }
}
