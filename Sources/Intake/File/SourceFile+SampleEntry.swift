import ISOMedia
import Media

extension SourceFile {
    /// The sample entry of a video track of an MP4 or QuickTime file, by its track ID; nil if none can be read.
    /// libavformat decides whether the file is valid.
    func sampleEntry(ofTrack id: UInt32) throws(IntakeError) -> VisualSampleEntry? {
        let source = SourceFileBytes(file: self)
        do throws(MovieError) {
            return try MovieInspection.sampleEntry(ofTrack: id, in: source)
        } catch  where error.code == .unreadable {
            // Reading it again returns the error of the file.
            try requireSteady()
            throw IntakeError(
                .unreadable,
                kind: .inputOutput,
                attempted: "read the movie's header",
                subject: path,
                cause: error.cause,
                remedy: "check the permissions of the file and the disk that holds it"
            )
        } catch {
            return nil
        }
    }
}
