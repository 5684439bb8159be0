import HEVC
import Jobs
import Media

/// What a film's dynamic HDR metadata has in place of its source's: nothing of what is dropped, RPUs for the base layer
/// alone, and active areas in pixels of the film. All other bytes stay.
struct MetadataRewriting: Hashable {
    /// The kinds that the film keeps.
    let kept: KeptMetadata
    /// Whether the RPUs are of profile 7, and those of the film of profile 8.1.
    private let convertsProfile: Bool
    /// How pixels move; nil if they do not.
    private let movement: Movement?

    private struct Movement: Hashable {
        let region: PictureRegion
        let source: PictureSize
        let film: PictureSize
    }

    /// The rewriting of a job.
    init(_ job: ResolvedJob, of source: VideoTrack) {
        self.init(
            keeping: job.keptMetadata,
            of: source,
            region: job.part?.region,
            filmSize: job.shownSize ?? job.encoder.size
        )
    }

    /// The rewriting of a film.
    ///
    /// - Parameters:
    ///   - region: the part of the source's picture that the film shows; nil for all of it.
    ///   - filmSize: size of the film's picture, without padding.
    init(keeping kept: KeptMetadata, of source: VideoTrack, region: PictureRegion?, filmSize: PictureSize) {
        self.kept = kept
        convertsProfile = source.dolbyVision?.profile == 7
        let whole = PictureRegion(left: 0, top: 0, size: source.size)
        let isMoved = filmSize != source.size || region.map { $0 != whole } ?? false
        movement = isMoved ? Movement(region: region ?? whole, source: source.size, film: filmSize) : nil
    }

    /// The metadata of a frame of the film, from that of its frame of the source. Throws if an RPU cannot be read.
    func written(for metadata: DynamicMetadata) throws(BitstreamError) -> DynamicMetadata {
        var written = kept.part(of: metadata)
        guard convertsProfile || movement != nil, var payload = written.dolbyVision else { return written }
        if convertsProfile { payload = try DolbyVisionUnit(payload: payload).convertedToBaseLayer() }
        if let movement {
            payload = try DolbyVisionUnit(payload: payload).replacingActiveArea {
                $0.moved(cropping: movement.region, of: movement.source, to: movement.film)
            }
        }
        written.dolbyVision = payload
        return written
    }
}
