import ISOMedia
import Media

extension SourceFile {
    /// The sample entry of a video track of an MP4 or QuickTime file, by its track ID; nil when there is none that can
    /// be read: libavformat judges whether the file is sound.
    func sampleEntry(ofTrack id: UInt32) throws(IntakeError) -> VisualSampleEntry? {
        let source = Bytes(file: self)
        do throws(MovieError) {
            return try MovieInspection.sampleEntry(ofTrack: id, in: source)
        } catch  where error.code == .unreadable {
            // Why the file could not be read, as reading it once more says.
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

    /// The file as the reader of boxes wants it.
    private struct Bytes: ByteSource {
        let file: SourceFile

        var byteCount: UInt64 { UInt64(file.byteCount) }

        func read(at offset: UInt64, count: Int) throws(MovieError) -> [UInt8] {
            guard count >= 0, offset <= byteCount, UInt64(count) <= byteCount - offset else {
                throw MovieError(.unreadable, file.path, "it has only \(byteCount) bytes")
            }
            do throws(IntakeError) {
                return try file.bytes(at: Int64(offset), count: count)
            } catch {
                throw MovieError(.unreadable, file.path, error.cause)
            }
        }
    }
}
