import Glibc
import Media
import Storage

/// A private folder in memory for the two-pass files of an encoder: mode 0700, removed in deinit.
///
/// libx265 and libx264 support only files for statistics. The files here are written from multi-pass storage before
/// an encoder opens, and read into it while the encoder writes. Nothing here outlives the pass.
final class StatisticsFolder {
    /// Path of the folder.
    let path: String

    /// Path for the encoder: libx265 reads `stats` and `stats.cutree`, and writes `stats.temp` and `stats.cutree.temp`.
    /// The second file of libx264 is `stats.mbtree`.
    var statisticsPath: String { path + "/stats" }

    /// Creates the folder in `memory` or, on a machine without shared memory, in `fallback`.
    ///
    /// Folders of processes that no longer run are removed first: a killed worker cannot clean up.
    init(in memory: String = "/dev/shm", fallback: String) throws(EncodingError) {
        // Safe: each path below is a string that lives through its call.
        let parent = unsafe access(memory, W_OK | X_OK) == 0 ? memory : fallback
        StatisticsFolder.removeAbandoned(in: parent)
        var template = Array(
            "\(parent)/granary-\(getuid())-\(getpid())-\(String(repeating: "X", count: 6))".utf8CString
        )
        // Safe: mkdtemp writes six characters inside the zero-terminated buffer that is lent to it.
        guard unsafe mkdtemp(&template) != nil else {
            throw EncodingError(
                .statisticsFolder,
                attempted: "create a private folder for the encoder's statistics",
                subject: parent,
                cause: unsafe String(cString: strerror(errno)),
                remedy: "free some space there"
            )
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { StatisticsFolder.remove(path) }

    /// Writes the input of a fed pass: the options line, the frames in encode order, cutree in display order.
    ///
    /// libx265 needs cutree records in display order, and supports only one level of reordering.
    ///
    /// - Parameters:
    ///   - scale: factor on the bits of each frame.
    ///   - quantizerHundredths: the quantisers that libx265 is to keep, by frame number; nil lets it plan its own. It
    ///     keeps those of the statistics if it has a rate factor and the options line has this word about a buffer.
    func materialise(
        _ analysis: RangeAnalysis,
        scale: Double,
        quantizerHundredths: [Int32]? = nil
    ) throws(EncodingError) {
        var lines = analysis.optionsLine + (quantizerHundredths == nil ? "\n" : " vbv-maxrate=0\n")
        for record in analysis.records.sorted(by: { $0.statistics.encodeOrder < $1.statistics.encodeOrder }) {
            var statistics =
                record.writtenStatistics.plannedAsCoded(bidirectionalRatio: analysis.bidirectionalRatio)
                .scaled(by: scale)
            if let kept = quantizerHundredths?[safely: statistics.frame] { statistics.qpHundredths = kept }
            lines += statistics.line + "\n"
        }
        try write(Array(lines.utf8), to: statisticsPath)
        var cutree: [UInt8] = []
        for record in analysis.records.sorted(by: { $0.statistics.frame < $1.statistics.frame }) {
            if let blob = record.cutree { cutree += blob }
        }
        let form = StatisticsForm(analysis.records)
        if !cutree.isEmpty { try write(cutree, to: statisticsPath + form.cutreeSuffix) }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(EncodingError) {
        // Safe: the path is a string that lives through the call.
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw writeFailure(path) }
        defer { close(file) }
        var offset = 0
        while offset < bytes.count {
            // Safe: the array is lent for the call, and no more is written than remains of it.
            let written = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(file, $0.baseAddress?.advanced(by: offset), $0.count - offset)
            }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { throw writeFailure(path) }
            offset += written
        }
    }

    private func writeFailure(_ path: String) -> EncodingError {
        EncodingError(
            .statisticsFolder,
            attempted: "give stored statistics to the encoder",
            subject: path,
            cause: unsafe String(cString: strerror(errno)),
            remedy: "free some space in /dev/shm"
        )
    }

    /// Removes folders of this user whose process has ended.
    private static func removeAbandoned(in parent: String) {
        let prefix = "granary-\(getuid())-"
        for name in entries(of: parent) where name.hasPrefix(prefix) {
            let process = name.dropFirst(prefix.count).prefix { $0 != "-" }
            guard let id = pid_t(process), id > 0, kill(id, 0) != 0, errno == ESRCH else { continue }
            remove("\(parent)/\(name)")
        }
    }

    /// Removes a folder of files. Best effort: a later worker removes what remains.
    private static func remove(_ folder: String) {
        // Safe: paths are strings that live through their calls.
        for name in entries(of: folder) { unsafe unlink("\(folder)/\(name)") }
        unsafe rmdir(folder)
    }

    private static func entries(of folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        // Safe: the stream is closed once; each entry is copied before the next one is read.
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
