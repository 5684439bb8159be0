/// A sound format whose packets an MP4 track can hold as they are.
package enum AudioCodec: String, Hashable, Sendable, CaseIterable {
    /// MPEG-4 AAC without ADTS headers, sample entry `mp4a`.
    case aac
    /// AC-3, sample entry `ac-3`.
    case ac3
    /// Enhanced AC-3, sample entry `ec-3`.
    case eac3

    /// Samples of a channel in a packet, as most streams have it; QuickTime wants to be told.
    var framesPerPacket: UInt32 { self == .aac ? 1024 : 1536 }
}
