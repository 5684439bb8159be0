/// What takes foreign bytes in, with what must hold of it whatever the bytes are.
///
/// libFuzzer tries to break it (`Scripts/fuzz`); the tests run it over every entry of its corpus.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// A movie file, as `granary inspect` reads it.
    case movie
    /// An image file, as `granary inspect` reads it.
    case image
    /// A single box: its type and its payload.
    case box
    /// An Annex B stream: framing, access units, slice headers, SEI, the hierarchy of temporal levels.
    case bitstream
    /// A byte that chooses, then a payload of HDR10+, of a Dolby Vision RPU, or a sample with both.
    case dynamicMetadata = "dynamic-metadata"
    /// Three bytes of wishes, then VPS, SPS and PPS that are rewritten to fulfil them.
    case parameterSets = "parameter-sets"
    /// A manifest, which becomes jobs over two films.
    case manifest
    /// Edits of the documents of a job, and what is then done with it.
    case document
    /// Edits of a store that its document vouches for.
    case store
    /// A layout of records, and the fields of one.
    case record
    /// Statistics of x265, behind its options.
    case statistics
    /// Lines of Slurm's commands and of workers.
    case lines
    /// Words from outside on the page of a report.
    case page
    /// A document of a queue or of an outbox of hooks, or the operator's file of hooks.
    case queue
    /// A film, through FFmpeg.
    case source

    /// Whether each execution opens a film, a store, or a job's folder of files, or draws a page. Scripts/fuzz has the
    /// same list.
    package var isSlow: Bool {
        switch self {
        case .document, .page, .source, .store: true
        default: false
        }
    }

    /// Reads an input as far as it can be read. Damaged input is no failure; a crash is, and so is a `BrokenProperty`.
    package func run(_ input: [UInt8]) throws(BrokenProperty) {
        switch self {
        case .movie: try inspectMovie(input)
        case .image: try inspectImage(input)
        case .box: try readBox(input)
        case .bitstream: try readBitstream(input)
        case .dynamicMetadata: try readDynamicMetadata(input)
        case .parameterSets: try rewriteParameterSets(input)
        case .manifest: try readManifest(input)
        case .document: try readDocuments(input)
        case .store: try readStore(input)
        case .record: try readRecord(input)
        case .statistics: try readStatistics(input)
        case .lines: try readLines(input)
        case .page: try drawPage(input)
        case .queue: try readQueue(input)
        case .source: try readSource(input)
        }
    }
}
