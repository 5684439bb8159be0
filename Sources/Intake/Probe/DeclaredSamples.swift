import Media

/// Compares the samples that the header of an MP4 or QuickTime film declares with the size of the file. libavformat
/// allocates an entry for each declared sample, whether it exists or not.
///
/// A table that lists samples one by one is as long as its content. A table of samples of one size (ISO/IEC 14496-12
/// 8.7.3, `stsz`) takes a few bytes for any number of samples.
struct DeclaredSamples {
    private let boxes: BoxWalk

    /// Up to this number is always accepted: a film that is cut off declares more samples than it has.
    private static let harmless: UInt64 = 1 << 20
    /// No film has more or smaller samples: this is a day and a half of AC-3 or two days of pictures.
    private static let (most, fewestBytes): (UInt64, UInt64) = (1 << 22, 8)

    /// Creates a comparison.
    init(_ boxes: BoxWalk) { self.boxes = boxes }

    /// Checks that samples of one size fit into the file.
    func check() throws(IntakeError) {
        guard let movie = try boxes.movie() else { return }
        for track in try boxes.children(of: movie) where track.type == "trak" {
            guard let media = try boxes.child("mdia", of: track),
                let table = try boxes.child("minf", "stbl", "stsz", of: media)
            else { continue }
            let fields = try boxes.start(of: table, count: 12)
            guard fields.count == 12 else { continue }
            let (size, count) = (fields.unsigned(at: 4, bytes: 4), fields.unsigned(at: 8, bytes: 4))
            guard size > 0, count > Self.harmless, try !isRead(byChunks: media) else { continue }
            // Both have 32 bits: their product has 64.
            let fits = size * count <= UInt64(boxes.file.byteCount)
            guard fits, size >= Self.fewestBytes, count <= Self.most else {
                throw IntakeError.brokenContainer(
                    boxes.file.path,
                    cause: "its header declares \(count) samples of \(counted(Int(size), "byte")) each, "
                        + (fits ? "which is impossible" : "but the file has \(boxes.file.byteCount) bytes")
                )
            }
        }
    }

    /// Whether a track is audio whose samples last one tick each, as uncompressed audio does: libavformat lists only
    /// its chunks.
    private func isRead(byChunks media: BoxWalk.Box) throws(IntakeError) -> Bool {
        guard let handler = try boxes.child("hdlr", of: media),
            let times = try boxes.child("minf", "stbl", "stts", of: media)
        else { return false }
        let (kind, runs) = (try boxes.start(of: handler, count: 12), try boxes.start(of: times, count: 16))
        guard kind.count == 12, runs.count == 16 else { return false }
        let isSteady = runs.unsigned(at: 4, bytes: 4) == 1 && runs.unsigned(at: 12, bytes: 4) == 1
        return isSteady && kind[8...].elementsEqual("soun".utf8)
    }
}
