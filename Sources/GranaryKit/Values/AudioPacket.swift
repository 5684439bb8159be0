/// A compressed packet of an audio track, as it is in its film. The counterpart of a CMSampleBuffer with audio.
public struct AudioPacket: Hashable, Sendable {
    /// The track's index in `MovieReader.audio`.
    public let track: Int
    /// When the packet begins in the track's own media, whose first packet begins at 0: in ticks of the track.
    public let mediaTime: MediaTime
    /// When it is played on the clock of the pictures. Priming at the start of a track is before its time range, and
    /// nobody hears it. Exact, or rounded to the nearest tick of the track if the track starts between two.
    public let presentationTime: MediaTime
    /// How long it lasts.
    public let duration: MediaTime
    /// The packet, bit for bit. AAC has no ADTS header.
    public let bytes: [UInt8]
}
