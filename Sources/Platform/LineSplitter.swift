/// Splits a stream of bytes into lines, with bounded memory for any input.
struct LineSplitter {
    /// Maximum length of a line in bytes; a longer one is dropped completely.
    let longestLineByteCount: Int
    private var pending: [UInt8] = []
    private var isOverlong = false

    /// Creates a splitter.
    init(longestLineByteCount: Int) { self.longestLineByteCount = longestLineByteCount }

    /// Adds bytes, and passes on each line that they complete, without its line end.
    mutating func append(_ bytes: ArraySlice<UInt8>, onLine: (String) -> Void) {
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<end])
            finish(onLine: onLine)
            rest = rest[(end + 1)...]
        }
        keep(rest)
    }

    /// Passes on what is left: a last line without a line end.
    mutating func finish(onLine: (String) -> Void) {
        if !isOverlong && !pending.isEmpty { onLine(String(decoding: pending, as: UTF8.self)) }
        pending.removeAll(keepingCapacity: pending.capacity <= 1 << 16)
        isOverlong = false
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        if isOverlong || pending.count + bytes.count > longestLineByteCount {
            isOverlong = true
            pending.removeAll()
        } else {
            pending += bytes
        }
    }
}
