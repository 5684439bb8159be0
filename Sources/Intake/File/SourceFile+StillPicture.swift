extension SourceFile {
    /// Brands of files that hold pictures as items (ISO/IEC 23008-12 10.2, and AVIF).
    private static let stillBrands: Set<String> = ["heic", "heix", "heim", "heis", "mif1", "avif"]

    /// Whether this is a still picture in an ISO file: HEIF or AVIF without a movie box.
    func isStillPicture(hasMovieBox: Bool) throws(IntakeError) -> Bool {
        guard !hasMovieBox, byteCount >= 12 else { return false }
        let start = try bytes(at: 0, count: 12)
        let (type, brand) = (
            String(decoding: start[4..<8], as: UTF8.self), String(decoding: start[8..<12], as: UTF8.self)
        )
        return type == "ftyp" && Self.stillBrands.contains(brand)
    }
}
