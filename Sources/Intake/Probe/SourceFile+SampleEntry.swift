import ISOMedia
import Media

extension SourceFile {
    /// The sample entry of a video track of an MP4 or QuickTime file, by its track ID; nil when there is none that can be
    /// read: libavformat judges whether the file is sound.
    func sampleEntry(ofTrack id: UInt32) throws(IntakeError) -> VisualSampleEntry? {
        do throws(MovieError) {
            return try MovieInspection.sampleEntry(ofTrack: id, in: FileSource(path: path))
        } catch  where error.code == .unreadable {
            throw IntakeError(
                .unreadable,
                kind: .inputOutput,
                attempted: "read the movie's header",
                subject: path,
                cause: error.cause,
                remedy: "check who may read the file, and the disk that it lies on"
            )
        } catch {
            return nil
        }
    }
}
