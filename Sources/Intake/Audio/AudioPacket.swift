/// One compressed packet of sound, as it stands in the source.
package struct AudioPacket: Hashable, Sendable {
    /// The packet, bit for bit; of AAC without the ADTS header that transport streams put in front.
    package let bytes: [UInt8]
    /// Its duration in ticks of the track's timescale.
    package let duration: Int64

    /// Creates a packet.
    package init(bytes: [UInt8], duration: Int64) {
        self.bytes = bytes
        self.duration = duration
    }
}
