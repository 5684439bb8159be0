package import Media

/// An audio format whose packets an MP4 or QuickTime track can hold unchanged.
package enum AudioCodec: Hashable, Sendable {
    /// MPEG-4 AAC without ADTS headers, sample entry `mp4a`.
    case aac
    /// AC-3, sample entry `ac-3`.
    case ac3
    /// Enhanced AC-3, sample entry `ec-3`.
    case eac3
    /// Apple Lossless, sample entry `alac`.
    case alac
    /// MPEG-1 or MPEG-2 audio of layer 1, 2 or 3, sample entry `mp4a`; `.mp1` and so on in QuickTime.
    case mpeg(layer: Int)
    /// Opus, sample entry `Opus`; not in QuickTime.
    case opus
    /// FLAC, sample entry `fLaC`; not in QuickTime.
    case flac
    /// Uncompressed, sample entry `ipcm` or `fpcm`; `sowt`, `lpcm` and others in QuickTime.
    case pcm(PCMFormat)

    /// The format for FFmpeg's codec name; nil if it is none of these.
    package init?(named name: String) {
        switch name {
        case "aac": self = .aac
        case "ac3": self = .ac3
        case "eac3": self = .eac3
        case "alac": self = .alac
        case "mp1": self = .mpeg(layer: 1)
        case "mp2": self = .mpeg(layer: 2)
        case "mp3": self = .mpeg(layer: 3)
        case "opus": self = .opus
        case "flac": self = .flac
        default:
            guard let format = PCMFormat(codec: name) else { return nil }
            self = .pcm(format)
        }
    }
}
