import ISOMedia
package import Jobs
package import Media

/// How players must show a film's pictures. Depends on job and source alone.
package struct FilmGeometry: Hashable, Sendable {
    /// The part of a picture to show; nil for the whole picture.
    package var cleanAperture: CleanAperture?
    /// Rotation and shift: nine numbers as in `tkhd`; nil for none.
    package var displayMatrix: [Int32]?
    /// Ratio of a pixel's width to its height.
    package var pixelAspect: PixelAspect

    /// The geometry of a job's film. Padding is hidden. The source's aperture applies only to whole pictures of the
    /// source's size. The shift of a rotation is adapted to the shown size.
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
