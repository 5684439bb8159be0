import Storage

/// The form of an encoder's two-pass files.
enum StatisticsForm {
    /// libx265's.
    case x265
    /// libx264's.
    case x264

    /// The form of statistics that were stored.
    init(_ records: [FrameRecord]) { self = records.first?.statistics.avc == nil ? .x265 : .x264 }

    /// What follows the name of the statistics in that of the file with cutree or macroblock tree.
    var cutreeSuffix: String { self == .x265 ? ".cutree" : ".mbtree" }

    /// Reads a line without its line feed; nil if the encoder would not have written it.
    func statistics(_ line: String) -> FrameStatistics? {
        switch self {
        case .x265: FrameStatistics(statsLine: line)
        case .x264: FrameStatistics(avcStatsLine: line)
        }
    }
}

extension FrameStatistics {
    /// The line that the encoder reads in a later pass, without its line feed.
    var line: String { avcStatsLine ?? statsLine }
}
