import CFFmpeg
import Media

extension VideoTrack {
    /// Describes a video stream: container tags first, the bitstream's where the container is silent.
    init(
        demuxer: Demuxer,
        stream index: Int,
        opening: OpeningPicture,
        timeline: FrameTimeline
    ) throws(IntakeError) {
        // Safe: the stream is lent by the living demuxer.
        let stream = unsafe demuxer.stream(index)
        let parameters = unsafe stream.pointee.codecpar.pointee
        let fields = unsafe parameters.field_order
        guard fields == AV_FIELD_UNKNOWN || fields == AV_FIELD_PROGRESSIVE else {
            throw IntakeError.interlaced(demuxer.path, at: nil)
        }
        let container = index < demuxer.containerColours.count ? demuxer.containerColours[index] : .unspecified
        let aspect = unsafe av_guess_sample_aspect_ratio(nil, stream, nil)
        self.init(
            streamIndex: index,
            codec: unsafe String(cString: avcodec_get_name(parameters.codec_id)),
            size: opening.size,
            sourcePixelFormat: opening.layout.name,
            format: opening.layout.nearestPixelFormat,
            timeline: timeline,
            colour: container.filled(from: opening.colour),
            masteringDisplay: unsafe MasteringDisplay(sideDataOf: stream) ?? opening.masteringDisplay,
            contentLight: unsafe ContentLight(sideDataOf: stream) ?? opening.contentLight,
            pixelAspect: aspect.isPositive
                ? PixelAspect(horizontal: UInt32(aspect.num), vertical: UInt32(aspect.den)) : .square,
            displayMatrix: demuxer.displayMatrix(ofStream: index),
            isInterlaced: false,
            language: demuxer.language(ofStream: index)
        )
    }
}
