import Media
import TestSupport

@testable import HEVC

/// A film of a dyadic pyramid, as headers only: I0 P4 b2 b1 b3 P8 ... for three levels. Tests change it to add faults.
struct HandmadePyramid {
    /// A picture with the values of its slice header.
    struct Picture {
        var slice: HandmadeSlice
        /// Units before the slice.
        var leading: [[UInt8]] = []
    }

    let levels: Int
    var pictures: [Picture]
    var sets: ParameterSets

    /// Closed sequences of `groups` groups of 2^(levels - 1) pictures and an IDR each.
    init(levels: Int, groups: Int, sequences: Int = 1, isNested: Bool = true) throws {
        self.levels = levels
        pictures = []
        sets = try HandmadePyramid.sets(levels: levels, isNested: isNested)
        let size = 1 << (levels - 1)
        for _ in 0..<sequences {
            var idr = HandmadeSlice(type: .idrWithoutLeading, slice: .intra)
            idr.orderCount = 0
            pictures.append(Picture(slice: idr))
            for group in 0..<groups { addGroup(from: group * size, to: (group + 1) * size) }
        }
    }

    /// Parameter sets that declare as much buffering as the pyramid needs, and `spare` more.
    static func sets(levels: Int, isNested: Bool, spare: Int = 0) throws -> ParameterSets {
        let own = try KnownStreams.main.subLayers().profileTierLevel
        let layers = SubLayerDescription(
            isTemporalIDNested: isNested || levels == 1,
            profileTierLevel: ProfileTierLevel(
                general: own.general,
                level: own.level,
                subLayers: Array(repeating: ProfileTierLevel.SubLayer(), count: levels - 1)
            ),
            ordering: (0..<levels).map {
                SubLayerOrdering(pictureBuffers: $0 + 2 + spare, reorderedPictures: $0)
            }
        )
        return try KnownStreams.main.declaring(layers)
    }

    private mutating func addGroup(from start: Int, to end: Int) {
        var anchor = HandmadeSlice(type: .trailR, slice: .predicted, orderCount: end)
        anchor.before = [ShortTermReferences.Entry(delta: start - end, isUsedByCurrent: true)]
        anchor.active = [1, 1]
        pictures.append(Picture(slice: anchor))
        addBetween(start, end, level: 1, kept: [end])
    }

    /// The pictures between two others; `kept` of those after the middle are needed later.
    private mutating func addBetween(_ start: Int, _ end: Int, level: Int, kept: [Int]) {
        guard level < levels else { return }
        let middle = (start + end) / 2
        let isHighest = level == levels - 1
        var slice = HandmadeSlice(
            type: isHighest ? .tsaN : .tsaR,
            level: UInt8(level),
            slice: .bidirectional,
            orderCount: middle
        )
        slice.before = [ShortTermReferences.Entry(delta: start - middle, isUsedByCurrent: true)]
        slice.behind = kept.map { ShortTermReferences.Entry(delta: $0 - middle, isUsedByCurrent: $0 == end) }
        slice.active = [1, 1]
        pictures.append(Picture(slice: slice))
        addBetween(start, middle, level: level + 1, kept: [middle] + kept)
        addBetween(middle, end, level: level + 1, kept: kept)
    }

    /// Index of the picture with an order count in the first sequence.
    func place(_ orderCount: Int) -> Int { pictures.firstIndex { $0.slice.orderCount == orderCount }! }

    /// Adds one picture to those that a picture keeps, and optionally uses.
    mutating func keep(_ kept: Int, by orderCount: Int, isUsed: Bool, isActive: Bool = true) {
        let index = place(orderCount)
        let entry = ShortTermReferences.Entry(delta: kept - orderCount, isUsedByCurrent: isUsed)
        var slice = pictures[index].slice
        if entry.delta < 0 {
            slice.before = (slice.before + [entry]).sorted { $0.delta > $1.delta }
            if isUsed, isActive { slice.active?[0] += 1 }
        } else {
            slice.behind = (slice.behind + [entry]).sorted { $0.delta < $1.delta }
            if isUsed, isActive { slice.active?[1] += 1 }
        }
        pictures[index].slice = slice
    }

    /// The samples of the film.
    func samples() throws -> [[UInt8]] {
        let context = try SliceHeader.Context(sets)
        return pictures.map { picture in
            var sample: [UInt8] = []
            for unit in picture.leading + [picture.slice.unit(context)] {
                unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) }
            }
            return sample
        }
    }

    /// The checker's report on the film.
    func report(limit: Int = 100) throws -> HierarchyReport {
        var checker = HierarchyChecker(findingLimit: limit)
        checker.add(sets)
        for sample in try samples() { sample.withRawSpan { checker.add(sample: $0) } }
        return checker.report()
    }
}
