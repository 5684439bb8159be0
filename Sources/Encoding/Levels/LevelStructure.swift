package import Media

/// The mini-GOPs with which libx265 encodes the pyramid of a range, picture by picture.
///
/// After each IDR picture come mini-GOPs of `miniGroupLength` pictures: the last one is a P picture, the others are B
/// pictures. The tail before the next IDR picture, or before the end of the range, is shorter and has no such last
/// picture. It is cut into mini-GOPs of descending powers of two (7 = 4 + 2 + 1), which keeps the grid: the last
/// picture of each is where the pyramid has a higher level, and only pictures of still higher levels after it refer to
/// it. libx265 encodes such a last picture on level 0, so its level and those of its mini-GOP are raised afterwards.
package struct LevelStructure: Hashable, Sendable {
    /// Levels of the film.
    package let pyramid: TemporalPyramid
    /// Number of pictures of the range.
    package let count: Int
    /// Distance of IDR pictures in frames: a multiple of the pyramid's period.
    package let keyFrameInterval: Int

    /// The structure of a range of `count` frames that starts on the pyramid's grid.
    package init(_ pyramid: TemporalPyramid, count: Int, longestKeyFrameInterval: Int) {
        self.pyramid = pyramid
        self.count = count
        keyFrameInterval = LevelStructure.keyFrameInterval(pyramid, atMost: longestKeyFrameInterval)
    }

    /// The greatest distance of IDR pictures on the grid; one period if even that is more than `longest`.
    package static func keyFrameInterval(_ pyramid: TemporalPyramid, atMost longest: Int) -> Int {
        max(pyramid.period, longest / pyramid.period * pyramid.period)
    }

    /// Distance of P pictures on level 0 in the encoder. With two levels it is four, not two: the picture in the middle
    /// is a reference on level 0, which compresses better than P pictures alone.
    package static func miniGroupLength(_ pyramid: TemporalPyramid) -> Int { max(4, pyramid.period) }

    /// The plan for a picture, by its number in the range, 0 to `count` - 1.
    package func picture(at index: Int) -> PlannedPicture {
        let phase = index % keyFrameInterval
        let level = pyramid.level(ofFrame: phase)
        guard phase > 0 else { return PlannedPicture(kind: .idr, level: 0, codedLevel: 0) }
        // Pictures after the last IDR picture, up to the next one or to the end of the range.
        let followers = min(keyFrameInterval, count - (index - phase)) - 1
        let length = LevelStructure.miniGroupLength(pyramid)
        let whole = followers / length * length
        if phase <= whole {
            let kind: PlannedPicture.Kind = phase % length == 0 ? .predicted : .bidirectional
            return PlannedPicture(kind: kind, level: level, codedLevel: level)
        }
        var end = whole
        var size = length
        while end < phase, size > 1 {
            size /= 2
            if (followers - whole) & size != 0 { end += size }
        }
        let raise = pyramid.level(ofFrame: end)
        return PlannedPicture(kind: phase == end ? .predicted : .bidirectional, level: level, codedLevel: level - raise)
    }
}
