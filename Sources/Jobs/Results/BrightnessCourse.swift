package import Media

/// How bright a film is over its time by its dynamic HDR metadata: stretches of equal length, few enough for a drawing.
package struct BrightnessCourse: Hashable, Sendable, Codable {
    /// Number of frames of the film.
    package private(set) var frameCount: Int
    /// The brightest maximum and the mean of the averages of each stretch; nil for one without metadata.
    package private(set) var stretches: [PictureBrightness?]
    /// Frames of each stretch that have a brightness.
    private var counts: [Int]

    /// Most stretches.
    private static let mostStretches = 240

    /// Begins the course of a film. Precondition: it has frames.
    package init(frameCount: Int) {
        self.frameCount = frameCount
        let count = min(frameCount, Self.mostStretches)
        stretches = Array(repeating: nil, count: count)
        counts = Array(repeating: 0, count: count)
    }

    /// Adds a frame, in any order. Precondition: the film has the frame.
    package mutating func add(_ brightness: PictureBrightness, frame: Int) {
        let stretch = frame * stretches.count / frameCount
        counts[stretch] += 1
        guard var sum = stretches[stretch] else {
            stretches[stretch] = brightness
            return
        }
        sum.maximum = max(sum.maximum, brightness.maximum)
        sum.average += (brightness.average - sum.average) / Double(counts[stretch])
        stretches[stretch] = sum
    }

    /// The first frame of a stretch.
    package func firstFrame(of stretch: Int) -> Int {
        (stretch * frameCount + stretches.count - 1) / max(stretches.count, 1)
    }

    /// Whether it can be the course of a film of so many frames.
    func isValid(frameCount: Int) -> Bool {
        self.frameCount == frameCount && stretches.count == min(frameCount, Self.mostStretches)
            && counts.count == stretches.count
            && stretches.allSatisfy { stretch in
                stretch.map { $0.maximum.isFinite && $0.average.isFinite && min($0.maximum, $0.average) >= 0 } ?? true
            }
    }
}
