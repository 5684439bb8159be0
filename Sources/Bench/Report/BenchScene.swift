/// A clip that a report shows frame by frame: quality over time of Granary's encode and of another, and the worst
/// frames.
package struct BenchScene: Hashable, Sendable {
    /// One encode of the clip.
    package struct Take: Hashable, Sendable {
        /// The anchor that made it.
        package var anchor: String
        /// The requested rate.
        package var rate: BenchRate
        /// The resulting rate in bit/s.
        package var bitsPerSecond: Double
        /// The metric's value of each frame.
        package var values: [Double]

        /// Creates a take.
        package init(anchor: String, rate: BenchRate, bitsPerSecond: Double, values: [Double]) {
            self.anchor = anchor
            self.rate = rate
            self.bitsPerSecond = bitsPerSecond
            self.values = values
        }
    }

    /// The same frame of the source and of each take, as PNG files.
    package struct Still: Hashable, Sendable {
        /// Its number, from 0.
        package var frame: Int
        /// Title and bytes of each picture; no bytes if it could not be made.
        package var pictures: [(title: String, png: [UInt8])] { zip(titles, files).map { ($0, $1) } }
        private let titles: [String]
        private let files: [[UInt8]]

        /// Creates a still of named pictures.
        package init(frame: Int, pictures: [(title: String, png: [UInt8])]) {
            self.frame = frame
            titles = pictures.map(\.title)
            files = pictures.map(\.png)
        }
    }

    /// Name of the clip.
    package var clip: String
    /// The metric of quality.
    package var metric: BenchMetric
    /// Granary's encode first.
    package var takes: [Take]
    /// When each frame is presented, in seconds.
    package var starts: [Double]
    /// When the last frame ends, in seconds.
    package var end: Double
    /// Its worst frames, the worst first.
    package var stills: [Still]

    /// Creates a scene.
    package init(
        clip: String,
        metric: BenchMetric,
        takes: [Take],
        starts: [Double],
        end: Double,
        stills: [Still] = []
    ) {
        self.clip = clip
        self.metric = metric
        self.takes = takes
        self.starts = starts
        self.end = end
        self.stills = stills
    }

    /// The frames with the lowest values, the worst first, with a minimum distance.
    ///
    /// - Parameter apart: the minimum distance of two of them, in frames.
    package static func worstFrames(_ values: [Double], count: Int, apart: Int) -> [Int] {
        var chosen: [Int] = []
        let order = values.indices.filter { values[$0].isFinite }.sorted { (values[$0], $0) < (values[$1], $1) }
        for frame in order where chosen.count < count && chosen.allSatisfy({ abs($0 - frame) >= apart }) {
            chosen.append(frame)
        }
        return chosen
    }
}
