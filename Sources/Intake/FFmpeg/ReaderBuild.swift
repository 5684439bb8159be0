import CZimg
import FFmpeg

/// Versions of the libraries that read sources.
package enum ReaderBuild {
    /// As in "libavformat 59.27.100, libavcodec 59.37.100, zimg 3.0.4": the running versions, not those at build time.
    package static let current: String = {
        var (major, minor, micro): (UInt32, UInt32, UInt32) = (0, 0, 0)
        unsafe zimg_get_version_info(&major, &minor, &micro)
        let zimg = "zimg \(major).\(minor).\(micro)"
        return "\(Library.versions), \(zimg)"
    }()

    /// Versions of FFmpeg's libraries at build time.
    package static var atBuildTime: String { Library.builtVersions }
}
