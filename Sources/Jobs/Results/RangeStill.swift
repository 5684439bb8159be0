package import Foundation

/// A small picture of the frame that a range begins with, as the finished film has it.
package struct RangeStill: Hashable, Sendable, Codable {
    /// The range.
    package var range: Int
    /// The picture as a PNG file.
    package var png: Data

    /// Creates a still.
    package init(range: Int, png: [UInt8]) {
        self.range = range
        self.png = Data(png)
    }
}
