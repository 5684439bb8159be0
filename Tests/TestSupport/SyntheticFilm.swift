package import Media

/// Pictures made by arithmetic, the same on every machine: a moving texture, noise, and hard cuts.
package struct SyntheticFilm: Sendable {
    /// Size of every picture, both even.
    package let size: PictureSize
    /// Format of every picture.
    package let format: PixelFormat
    /// Number of frames.
    package let count: Int
    /// Numbers of the frames that start a new scene; frame 0 always does.
    package let cuts: [Int]
    /// Times of the frames.
    package let timeline: FrameTimeline

    /// Creates a film at a constant rate of `rate` frames a second.
    package init(
        size: PictureSize = PictureSize(width: 160, height: 96),
        format: PixelFormat = .yuv420p8,
        count: Int = 48,
        cuts: [Int] = [],
        rate: Int32 = 24
    ) {
        self.size = size
        self.format = format
        self.count = count
        self.cuts = [0] + cuts.filter { $0 > 0 }.sorted()
        self.timeline = FrameTimeline(
            timescale: rate * 512,
            firstTick: 0,
            runs: [FrameTimeline.Run(count: count, duration: 512)]
        )!
    }

    /// The picture of a frame.
    package func picture(_ frame: Int) -> Picture {
        let scene = cuts.lastIndex { $0 <= frame } ?? 0
        let age = frame - cuts[scene]
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Picture.byteCount(format: format, size: size))
        var noise = UInt64(truncatingIfNeeded: frame &+ 1) &* 0x9E37_79B9_7F4A_7C15
        for plane in 0..<3 {
            let width = plane == 0 ? size.width : size.width / 2
            let height = plane == 0 ? size.height : size.height / 2
            for y in 0..<height {
                for x in 0..<width {
                    noise ^= noise << 13
                    noise ^= noise >> 7
                    noise ^= noise << 17
                    let texture = ((x + age * (scene + 1)) &* (7 + scene * 5) ^ (y + age) &* (3 + scene * 3)) & 127
                    let value = 40 + scene * 37 % 80 + texture / (plane + 1) + Int(noise & 7)
                    append(value & 255, to: &bytes)
                }
            }
        }
        return Picture(
            format: format,
            size: size,
            frame: frame,
            presentationTime: timeline.time(of: frame),
            duration: timeline.duration(of: frame),
            storage: bytes
        )
    }

    private func append(_ value: Int, to bytes: inout [UInt8]) {
        switch format {
        case .yuv420p8:
            bytes.append(UInt8(value))
        case .yuv420p10:
            let wide = value << 2 | value & 3
            bytes.append(UInt8(wide & 255))
            bytes.append(UInt8(wide >> 8))
        }
    }
}
