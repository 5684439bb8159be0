import Intake
import Jobs
import Media

/// Meters for the distribution of light: one for each film of a source, by its colours. Pictures of films whose light
/// does not matter count as black.
struct FilmDistributionMeters {
    private let ranges: [Range<Int>]
    private let meters: [DistributionMeter?]

    /// Creates the meters of a job; nil if there is none for the colours of a film whose light matters.
    init?(_ site: WorkSite) {
        ranges = site.source.frameRanges
        var meters: [DistributionMeter?] = []
        for film in site.source.parts {
            let terms = site.job.terms(for: film).flatMap { site.job.colours?[$0] }
            guard site.job.colours == nil || terms?.dependsOnPeak == true else {
                meters.append(nil)
                continue
            }
            guard let meter = DistributionMeter(terms?.source ?? site.job.encoder.colour) else { return nil }
            meters.append(meter)
        }
        self.meters = meters
    }

    /// The numbers of a picture's distribution. Precondition: it has 10 bits.
    func numbers(of picture: Picture) -> [UInt32] {
        guard let film = ranges.firstIndex(where: { $0.contains(picture.frame) }), let meter = meters[film] else {
            return LightDistribution.black.numbers
        }
        return meter.measure(picture).numbers
    }
}
