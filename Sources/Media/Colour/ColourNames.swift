/// The names of ITU-T H.273 codes in x265 and FFmpeg.
package enum ColourNames {
    /// ColourPrimaries, H.273 8.1.
    package static let primaries: [String: UInt8] = [
        "bt709": 1, "bt470m": 4, "bt470bg": 5, "smpte170m": 6, "smpte240m": 7, "film": 8, "bt2020": 9,
        "smpte428": 10, "smpte431": 11, "smpte432": 12, "ebu3213": 22,
    ]

    /// TransferCharacteristics, H.273 8.2.
    package static let transfers: [String: UInt8] = [
        "bt709": 1, "bt470m": 4, "bt470bg": 5, "smpte170m": 6, "smpte240m": 7, "linear": 8, "log100": 9,
        "log316": 10, "iec61966-2-4": 11, "bt1361e": 12, "iec61966-2-1": 13, "bt2020-10": 14, "bt2020-12": 15,
        "smpte2084": 16, "smpte428": 17, "arib-std-b67": 18,
    ]

    /// MatrixCoefficients, H.273 8.3, without those that are not luma and chroma.
    package static let matrices: [String: UInt8] = [
        "bt709": 1, "fcc": 4, "bt470bg": 5, "smpte170m": 6, "smpte240m": 7, "ycgco": 8, "bt2020nc": 9,
        "bt2020c": 10, "smpte2085": 11, "chroma-derived-nc": 12, "chroma-derived-c": 13, "ictcp": 14, "ipt-c2": 15,
        "ycgco-re": 16, "ycgco-ro": 17,
    ]

    /// The name of a code, or the number itself.
    package static func name(of code: UInt8, in names: [String: UInt8]) -> String {
        code == 2 ? "unspecified" : names.first { $0.value == code }?.key ?? String(code)
    }
}
