/// Reorders pictures from decode order to output order, and counts how many each level must buffer for it, in bounded
/// memory.
///
/// No stream may reorder by more than 15 pictures, so the first of 16 waiting pictures can be shown. This does not rely
/// on what the stream declares.
struct OutputOrder: Sendable {
    /// A picture for output.
    struct Picture: Hashable, Sendable {
        var accessUnit: Int
        var orderCount: Int
        var temporalID: UInt8
    }

    private static let longestDelay = 15

    /// Sorted by order count.
    private var waiting: [Picture] = []
    /// Order count of the last picture of this sequence that was output.
    private var lastShown: Int?
    /// The highest order counts of this sequence for each level and those below it, at most 16 each.
    private var highest = [[Int]](repeating: [], count: 7)

    /// Takes the next picture in decode order, passes the pictures that can be output to `show`, and returns whether
    /// the order is still valid.
    mutating func add(_ picture: Picture, show: (Picture) -> Void) -> Bool {
        let isInOrder = lastShown.map { $0 < picture.orderCount } ?? true
        let isRepeated = waiting.contains { $0.orderCount == picture.orderCount }
        let place = waiting.firstIndex { $0.orderCount > picture.orderCount } ?? waiting.endIndex
        waiting.insert(picture, at: place)
        while waiting.count > OutputOrder.longestDelay {
            let next = waiting.removeFirst()
            lastShown = max(next.orderCount, lastShown ?? next.orderCount)
            show(next)
        }
        return isInOrder && !isRepeated
    }

    /// Pictures of the same sequence that precede a picture in decode order and follow it in output order, of `level`
    /// and below only, up to 16. Call it once for each picture and level, in decode order.
    mutating func reorderedPictures(behind orderCount: Int, level: Int) -> Int {
        let place = highest[level].firstIndex { $0 > orderCount } ?? highest[level].endIndex
        let reordered = highest[level].count - place
        highest[level].insert(orderCount, at: place)
        if highest[level].count > OutputOrder.longestDelay + 1 { highest[level].removeFirst() }
        return reordered
    }

    /// Ends a sequence: all waiting pictures are output, and order counts restart.
    mutating func endSequence(show: (Picture) -> Void) {
        for picture in waiting { show(picture) }
        self = OutputOrder()
    }
}
