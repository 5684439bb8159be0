import CFFmpeg
import Media

extension DolbyVision {
    /// The configuration record in the side data of a stream. FFmpeg fills it from every container that has one: boxes,
    /// Matroska's block additions, the descriptor in transport streams. Nil without one.
    init?(sideDataOf stream: UnsafePointer<AVStream>) {
        var size = 0
        // Safe: the stream is lent for the call; the record is copied after its size was compared with that of the
        // structure.
        guard let data = unsafe granary_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size),
            size >= MemoryLayout<AVDOVIDecoderConfigurationRecord>.size
        else { return nil }
        let record = unsafe UnsafeRawPointer(data).loadUnaligned(as: AVDOVIDecoderConfigurationRecord.self)
        self.init(
            profile: record.dv_profile,
            level: record.dv_level,
            hasMetadata: record.rpu_present_flag != 0,
            hasEnhancementLayer: record.el_present_flag != 0,
            hasBaseLayer: record.bl_present_flag != 0,
            compatibility: record.dv_bl_signal_compatibility_id
        )
    }
}
