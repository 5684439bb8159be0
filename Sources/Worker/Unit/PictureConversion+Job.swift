import Intake
import Jobs
import Media

extension PictureConversion {
    /// The conversion from the source's pictures to those that the job encodes.
    init(of source: VideoTrack, for job: ResolvedJob) {
        self.init(of: source, for: job.encoder, region: job.part?.region, shown: job.shownSize)
    }

    /// The conversion for the scout: the same region of the pictures, in the size and format of the source.
    init(scouting source: VideoTrack, for job: ResolvedJob) {
        let region = job.part?.region
        let taken = region?.size ?? source.size
        self.init(of: source, for: job)
        (size, format) = (taken.roundedUpToEven, source.format)
        shown = size == taken ? nil : taken
    }
}
