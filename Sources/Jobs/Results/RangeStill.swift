package import Foundation

/// A small picture of the first frame of a range, from the finished film.
package struct RangeStill: Hashable, Sendable, Codable {
    /// Index of the range.
    package var range: Int
    /// The picture as a PNG file.
    package var png: Data
    /// The same frame of the source as a PNG file, if its colours were converted; else nil.
    package var source: Data?

    /// Creates a still.
    package init(range: Int, png: [UInt8], source: [UInt8]? = nil) {
        self.range = range
        self.png = Data(png)
        self.source = source.map { Data($0) }
    }
}
