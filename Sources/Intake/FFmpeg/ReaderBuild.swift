import CFFmpeg
import CZimg

/// Versions of the libraries that read sources.
package enum ReaderBuild {
    /// As in "libavformat 59.27.100, libavcodec 59.37.100, zimg 3.0.4": the running versions, not those at build time.
    package static let current: String = {
        var (major, minor, micro): (UInt32, UInt32, UInt32) = (0, 0, 0)
        unsafe zimg_get_version_info(&major, &minor, &micro)
        let zimg = "zimg \(major).\(minor).\(micro)"
        return "libavformat \(version(avformat_version())), libavcodec \(version(avcodec_version())), \(zimg)"
    }()

    private static func version(_ packed: UInt32) -> String { "\(packed >> 16).\(packed >> 8 & 255).\(packed & 255)" }
}
