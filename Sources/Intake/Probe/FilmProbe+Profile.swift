import ISOMedia
package import Media

extension FilmProbe {
    /// Reads the ICC profile of a source again, as its audio is read again: the description holds only its hash.
    ///
    /// - Returns: the profile's bytes; nil if the probe found none.
    /// - Throws: if the file cannot be read, or if its profile is not the probed one.
    package static func colourProfile(of source: SourceDescription) throws(IntakeError) -> [UInt8]? {
        guard let noted = source.video.colourProfile else { return nil }
        // Films that are played one after the other all have the same one.
        let file = try SourceFile(of: source)
        if source.parts[0].isStill {
            let image = try ImageDecoding(SourceFileBytes(file: file), path: file.path)
            guard let profile = image.profile, ColourProfile(profile) == noted else {
                throw IntakeError.changed(file.path, difference: "its ICC profile differs")
            }
            return profile.bytes
        }
        let demuxer = try Demuxer(file)
        let index = source.video.streamIndex
        let isThere = index < demuxer.streamCount
        let entry = try isThere ? file.sampleEntry(ofTrack: demuxer.containerID(ofStream: index)) : nil
        guard let profile = try? entry?.readProfile(), ColourProfile(profile) == noted else {
            throw IntakeError.changed(file.path, difference: "its ICC profile differs")
        }
        return profile.bytes
    }
}
