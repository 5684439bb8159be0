extension AudioTrack {
    /// The format of its numbers, of uncompressed sound; nil for all other.
    public var pcmFormat: PCMFormat? { PCMFormat(codec: codec) }

    /// Why a film of a format cannot carry its packets as they are; nil when it can.
    public func obstacle(in container: MovieContainer) -> String? {
        if let obstacle { return obstacle }
        switch container {
        case .mp4:
            // ISO/IEC 23003-5: integers of 16, 24 and 32 bits with a sign, floating point of 32 and 64.
            guard let format = pcmFormat, format.bitDepth == 8 || !format.isSigned else { return nil }
            return "MP4 cannot hold uncompressed audio of the format \(codec); QuickTime can"
        case .quickTime:
            guard codec == "opus" || codec == "flac" else { return nil }
            return "QuickTime cannot hold \(codec); MP4 can"
        }
    }
}
