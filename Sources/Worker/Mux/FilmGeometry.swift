import ISOMedia
package import Jobs
package import Media

/// How a film's pictures are to be shown, where that is not simply as they are coded: decided by job and source alone.
package struct FilmGeometry: Hashable, Sendable {
    /// Which part of a picture is shown; nil for all of it.
    package var cleanAperture: CleanAperture?
    /// How it is turned and moved: nine numbers as in `tkhd`; nil for not at all.
    package var displayMatrix: [Int32]?
    /// Width to height of a pixel.
    package var pixelAspect: PixelAspect

    /// The geometry of a job's film: padding is not shown; what the source says of apertures holds for pictures that
    /// are whole and as large as the source's; turns move pictures by their own size.
    package init(_ job: ResolvedJob, source: VideoTrack) {
        let shown = job.shownSize ?? job.encoder.size
        pixelAspect = job.encoder.pixelAspect
        if let padded = job.shownSize {
            cleanAperture = CleanAperture(padded, of: job.encoder.size)
        } else if job.part?.region == nil, shown == source.size {
            cleanAperture = source.cleanAperture
        }
        displayMatrix = source.displayMatrix.map { numbers in
            TransformationMatrix(numbers)?.resized(from: source.size, to: shown).values ?? numbers
        }
    }
}
