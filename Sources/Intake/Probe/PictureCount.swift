import CFFmpeg
import Media

/// Counts the pictures that a decoder gives of a stream from its start to its end: the frames of a film whose own times are
/// missing or not believed. It takes one decode of the whole film.
struct PictureCount {
    private let path: String
    private let stream: Int
    private let concealsDamage: Bool

    init(path: String, stream: Int, concealsDamage: Bool) {
        self.path = path
        self.stream = stream
        self.concealsDamage = concealsDamage
    }

    /// The number of pictures.
    func count() throws(IntakeError) -> Int {
        let demuxer = try Demuxer(path: path, endsAtDamage: concealsDamage)
        demuxer.keepOnly(streams: [stream])
        let decoder = try VideoDecoder(demuxer, stream: stream, concealsDamage: concealsDamage)
        var (count, isDraining) = (0, false)
        while true {
            switch decoder.next() {
            case .picture: count += 1
            // What is damaged is told with its frame when that is read.
            case .failure: continue
            case .end: return count
            case .needsPacket:
                if isDraining { return count }
                guard let packet = try demuxer.next() else {
                    isDraining = true
                    decoder.finish()
                    continue
                }
                if packet.stream == stream { _ = decoder.take(packetOf: demuxer, isWanted: true) }
            }
        }
    }
}
