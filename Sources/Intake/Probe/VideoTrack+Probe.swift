import FFmpeg
import ISOMedia
import Media

extension VideoTrack {
    /// Describes a video stream: the container's values first, and those of the bitstream where the container has none.
    ///
    /// - Parameters:
    ///   - entry: The sample entry of an MP4 or QuickTime file; libavformat knows only some of its boxes.
    ///   - beyond: Colour metadata of the container in addition to codes and light.
    ///   - allowsFields: whether its pictures may be interlaced.
    init(
        demuxer: Demuxer,
        stream index: Int,
        opening: OpeningPicture,
        entry: VisualSampleEntry?,
        beside beyond: ContainerColour,
        timeline: FrameTimeline,
        allowsFields: Bool
    ) throws(IntakeError) {
        let stream = demuxer.stream(index)
        guard allowsFields || !stream.isInterlaced else { throw IntakeError.interlaced(demuxer.path, at: nil) }
        let tags = index < demuxer.containerMetadata.count ? demuxer.containerMetadata[index] : ColourMetadata()
        let colours = SettledColour(
            container: entry?.colourMetadata.filled(from: tags) ?? tags,
            bitstream: opening.metadata
        )
        var settled = colours.metadata
        var saysLimited = false
        if opening.layout.isRGB {
            // Red, green and blue are the identity matrix of H.273, whatever the container says.
            settled.colour.matrix = 0
            saysLimited = settled.colour.isFullRange == false
            settled.colour.isFullRange = true
        }
        var faults = entry?.faults.map { "the container: \($0): it is ignored" } ?? []
        if settled.masteringDisplay == nil, stream.hasPartialMasteringDisplay {
            faults.append("the mastering display lacks its primaries or its luminance: it is ignored")
        }
        if saysLimited {
            faults.append(
                "its RGB is tagged as limited range, which some encoders always write: it is read as full range"
            )
        }
        faults += beyond.warnings
        let aspect = stream.pixelAspect
        self.init(
            streamIndex: index,
            codec: stream.codecName,
            size: opening.size,
            sourcePixelFormat: opening.layout.name,
            chromaSampling: opening.layout.subsampling,
            sourceBitDepth: opening.layout.bitDepth,
            isRGB: opening.layout.isRGB ? true : nil,
            format: opening.layout.nearestPixelFormat,
            timeline: timeline,
            colourMetadata: settled,
            openingColour: opening.colour,
            colourProfile: beyond.profile,
            dolbyVision: beyond.dolbyVision,
            colourWarnings: faults + opening.colourWarnings + colours.warnings,
            cleanAperture: entry?.cleanAperture?.aperture,
            pixelAspect: aspect.isPositive
                ? PixelAspect(horizontal: UInt32(aspect.numerator), vertical: UInt32(aspect.denominator)) : .square,
            displayMatrix: demuxer.displayMatrix(ofStream: index),
            isInterlaced: stream.isInterlaced,
            language: demuxer.language(ofStream: index)
        )
    }
}
