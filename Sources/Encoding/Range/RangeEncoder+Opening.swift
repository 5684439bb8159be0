import HEVC
import Media

extension RangeEncoder {
    /// An open encoder, and what is known about its output.
    struct Opened {
        let encoder: any PictureEncoder
        let parameterSets: ParameterSets
        /// For reading the slice headers of HEVC; nil for H.264.
        let sliceContext: SliceHeader.Context?
        /// The form of its statistics.
        let form: StatisticsForm
        /// The grids of the cutree records that it writes, and of those that the final preset reads; nil without any.
        let grids: (written: CutreeGrid, kept: CutreeGrid)?
    }

    /// An access unit as its sample is stored.
    struct FinishedUnit {
        var bytes: [UInt8]
        let flags: SampleFlags
        let temporalLevel: UInt8
        let nalUnitType: UInt8
    }

    static func open(
        _ pass: EncodingPass,
        _ settings: EncoderSettings,
        count: Int?,
        statisticsPath: String
    ) throws -> Opened {
        switch settings.codec {
        case .hevc: try openHEVC(pass, settings, count: count, statisticsPath: statisticsPath)
        case .h264: try openAVC(pass, settings, count: count, statisticsPath: statisticsPath)
        }
    }
}
