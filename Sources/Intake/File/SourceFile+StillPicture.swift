extension SourceFile {
    /// Brands of files that hold pictures as items (ISO/IEC 23008-12 10.2, and AVIF).
    private static let stillBrands: Set<String> = ["heic", "heix", "heim", "heis", "mif1", "avif"]
    /// Most brands that are looked at.
    private static let brandLimit: Int64 = 64

    /// Whether this is a still image in an ISO file: HEIF or AVIF without a movie box.
    func isStillPicture(hasMovieBox: Bool) throws(IntakeError) -> Bool {
        guard !hasMovieBox, byteCount >= 16 else { return false }
        let start = try bytes(at: 0, count: 16)
        guard String(decoding: start[4..<8], as: UTF8.self) == "ftyp" else { return false }
        // The major brand, and behind its version the compatible ones.
        let end = min(Int64(start.unsigned(at: 0, bytes: 4)), 16 + 4 * Self.brandLimit, byteCount)
        let others = end > 16 ? try bytes(at: 16, count: Int(end - 16) / 4 * 4) : []
        let brands = Array(start[8..<12]) + others
        return stride(from: 0, to: brands.count, by: 4).contains { place in
            Self.stillBrands.contains(String(decoding: brands[place..<place + 4], as: UTF8.self))
        }
    }
}
