/// How an anchor makes one encode: commands, and what they leave behind.
package struct BenchPlan: Hashable, Sendable, Codable {
    /// Commands of which each reads what the one before it writes.
    package typealias Pipeline = [BenchCommand]

    /// What the encode is in the end.
    package enum Form: Hashable, Sendable, Codable {
        /// A bare stream: all its bytes are video.
        case stream
        /// An IVF file: 32 bytes, and 12 before each frame, are not video.
        case ivf
        /// A movie that Granary made, with its job directory below a folder.
        case job(folder: String)
    }

    /// Sequences of pipelines; several of them run at a time.
    package var lanes: [[Pipeline]]
    /// Most sequences at a time.
    package var width: Int
    /// Streams that are joined to the output, in this order; empty when the commands write it themselves.
    package var pieces: [String]
    /// Path of the encode.
    package var output: String
    /// What it is.
    package var form: Form
    /// Exit codes that mean that there is an encode.
    package var accepted: Set<Int32>
    /// Odd things that a reader of its figures should know.
    package var remarks: [String]

    /// Creates a plan of one sequence that writes its output itself.
    package init(
        _ pipelines: [Pipeline],
        output: String,
        form: Form = .stream,
        accepted: Set<Int32> = [0],
        remarks: [String] = []
    ) {
        lanes = [pipelines]
        width = 1
        pieces = []
        self.output = output
        self.form = form
        self.accepted = accepted
        self.remarks = remarks
    }

    /// Every command, in the order in which they are written down.
    package var lines: [[String]] { lanes.flatMap { $0.flatMap { $0.map(\.line) } } }
}
