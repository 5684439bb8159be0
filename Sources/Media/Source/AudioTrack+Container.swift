extension AudioTrack {
    /// The sample format of uncompressed audio; nil for all other audio.
    package var pcmFormat: PCMFormat? { PCMFormat(codec: codec) }

    /// Why a film in a format cannot carry its packets unchanged; nil if it can.
    package func obstacle(in container: MovieContainer) -> String? {
        if let obstacle { return obstacle }
        switch container {
        case .mp4:
            // ISO/IEC 23003-5: signed integers of 16, 24 and 32 bits, floating point of 32 and 64 bits.
            guard let format = pcmFormat, format.bitDepth == 8 || !format.isSigned else { return nil }
            return "MP4 cannot hold uncompressed audio of the format \(codec); QuickTime can"
        case .quickTime:
            guard codec == "opus" || codec == "flac" else { return nil }
            return "QuickTime cannot hold \(codec); MP4 can"
        }
    }
}
