/// The state of a picture while its slices are read.
struct CodedPicture: Sendable {
    /// Type and level of its first slice.
    let header: NALUnitHeader
    /// The parameter sets for its headers; nil if some are missing.
    var context: SliceHeader.Context?
    /// Picture order count; nil until a slice header could be read.
    var orderCount: Int?
    /// Whether it is an IRAP picture at which decoding starts anew (NoRaslOutputFlag).
    var startsSequence = false
    /// pic_output_flag.
    var isOutput = true
    /// Low bits of its order count, and its reference picture set by its slices; nil if the first slice was not read.
    private var orderCountLow: Int?
    /// The references of its slices, one entry for each distinct set of lists.
    private(set) var references: [SliceReferences] = []
    /// The same as a set: a picture with hundreds of slices, each with its own lists, must not take quadratic time.
    private var known: Set<SliceReferences> = []

    private var sliceCount = 0

    /// Slices that a picture of the highest level, 6.2, may have (A.4.2).
    private static let sliceLimit = 600

    /// Whether another slice is read.
    var takesSlices: Bool { sliceCount <= CodedPicture.sliceLimit }

    init(header: NALUnitHeader) { self.header = header }

    /// Takes the values of a slice; returns how they contradict earlier slices.
    mutating func add(_ slice: SliceHeader) -> String? {
        sliceCount += 1
        guard takesSlices else { return "it has more slices than any level allows" }
        guard let new = slice.references else { return nil }
        guard let first = references.first else {
            orderCountLow = slice.orderCount
            isOutput = slice.isOutput
            (references, known) = ([new], [new])
            return nil
        }
        if known.insert(new).inserted { references.append(new) }
        if slice.isFirstInPicture { return "a second picture starts in it" }
        if slice.orderCount != orderCountLow { return "its slices have different picture order counts" }
        let isSame =
            new.shortTerm == first.shortTerm && new.longTerm == first.longTerm
            && new.usesTemporalMotionVectors == first.usesTemporalMotionVectors
        return isSame ? nil : "its slices have different reference picture sets"
    }
}
