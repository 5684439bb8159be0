/// The commands that make one encode, and the files that they write.
package struct BenchPlan: Hashable, Sendable, Codable {
    /// Commands of which each reads the output of the one before it.
    package typealias Pipeline = [BenchCommand]

    /// The form of the finished encode.
    package enum Form: Hashable, Sendable, Codable {
        /// A bare stream: all its bytes are video.
        case stream
        /// An IVF file: 32 bytes, and 12 before each frame, are not video.
        case ivf
        /// A film that Granary encoded, with its job directory below a folder.
        case job(folder: String)
    }

    /// Sequences of pipelines; several sequences run at a time.
    package var sequences: [[Pipeline]]
    /// Largest number of sequences that run at a time.
    package var width: Int
    /// Streams that are joined to the output, in this order; empty when the commands write it themselves.
    package var pieces: [String]
    /// Path of the encode.
    package var output: String
    /// Form of the encode.
    package var form: Form
    /// Exit codes that mean that the encode is complete.
    package var accepted: Set<Int32>
    /// Peculiarities that readers of the figures must know.
    package var remarks: [String]

    private enum CodingKeys: String, CodingKey {
        case sequences = "lanes"
        case width, pieces, output, form, accepted, remarks
    }

    /// Creates a plan of one sequence that writes its output itself.
    package init(
        _ pipelines: [Pipeline],
        output: String,
        form: Form = .stream,
        accepted: Set<Int32> = [0],
        remarks: [String] = []
    ) {
        sequences = [pipelines]
        width = 1
        pieces = []
        self.output = output
        self.form = form
        self.accepted = accepted
        self.remarks = remarks
    }

    /// All commands, in the order of the record.
    package var lines: [[String]] { sequences.flatMap { $0.flatMap { $0.map(\.line) } } }
}
