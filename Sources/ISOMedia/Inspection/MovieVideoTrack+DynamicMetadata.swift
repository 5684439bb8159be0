import HEVC
package import Media

extension MovieVideoTrack {
    /// What the samples of the track have of dynamic HDR metadata; nil for nothing. Reads every sample.
    ///
    /// Throws if a sample cannot be read from the file.
    package func dynamicMetadata() throws(MovieError) -> DynamicMetadataSummary? {
        var tally = DynamicMetadataTally()
        for sample in samples.indices {
            let bytes = try bytes(of: sample)
            do throws(BitstreamError) {
                tally.add(
                    try bytes.withRawSpan { (span) throws(BitstreamError) in try AccessUnitMetadata(sample: span) }
                )
            } catch {
                tally.add(error)
            }
        }
        return tally.summary
    }
}

extension MovieDescription {
    /// Adds what the samples of the first HEVC track have of dynamic HDR metadata, if its header or first sample has
    /// any. Reads every sample then. A track that cannot be read keeps what its header says.
    package mutating func addDynamicMetadata(from file: FileSource) {
        guard let index = tracks.firstIndex(where: { $0.handler == "vide" }), let video = tracks[index].video,
            video.dolbyVision != nil || video.hasDynamicMetadata || video.hasDolbyVisionUnits,
            let track = try? MovieVideoTrack(file)
        else { return }
        do throws(MovieError) {
            tracks[index].video?.dynamicMetadata = try track.dynamicMetadata()
        } catch {
            findings.append("dynamic HDR metadata: \(error.cause)")
        }
    }
}
