/// One compressed audio packet, as in the source.
package struct AudioPacket: Hashable, Sendable {
    /// The packet, bit for bit. AAC is without the ADTS header that transport streams add.
    package let bytes: [UInt8]
    /// Its duration in ticks of the track's timescale.
    package let duration: Int64

    /// Creates a packet.
    package init(bytes: [UInt8], duration: Int64) {
        self.bytes = bytes
        self.duration = duration
    }
}
