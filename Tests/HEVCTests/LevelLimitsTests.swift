import Media
import TestSupport
import Testing

@testable import HEVC

@Suite struct LevelLimitsTests {
    private func lowest(_ size: PictureSize, _ framesIn256Seconds: UInt64, pictureBuffers: Int = 6) -> UInt8? {
        LevelLimits.all.first {
            $0.allow(size, framesIn256Seconds: framesIn256Seconds, pictureBuffers: pictureBuffers)
        }?.level
    }

    @Test(
        "the highest picture rates equal those of the standard for common sizes (Table A.10)",
        arguments: [
            (30, 192, 192, 15), (60, 384, 320, 30), (63, 640, 384, 30), (90, 960, 576, 30), (93, 1280, 768, 33.75),
            (120, 1920, 1088, 32), (123, 1920, 1088, 64), (150, 4096, 2176, 30), (153, 4096, 2176, 60),
            (156, 4096, 2176, 120), (180, 8192, 4352, 30), (183, 8192, 4352, 60), (186, 8192, 4352, 120),
        ] as [(UInt8, Int, Int, Double)]
    )
    func pictureRates(level: UInt8, width: Int, height: Int, rate: Double) throws {
        let size = PictureSize(width: width, height: height)
        let frames = UInt64(rate * 256)
        #expect(lowest(size, frames) == level)
        // Level 6 allows larger pictures than 5.2, but no higher rate.
        let next = LevelLimits.all.first { $0.level > (level == 156 ? 180 : level) }
        #expect(lowest(size, frames + 1) == next?.level)
    }

    @Test(
        "the bit rates and buffers of each level, in kbit/s and kbit without headers, and its picture size",
        arguments: [
            (30, 36864, 128, 350, nil), (60, 122_880, 1500, 1500, nil), (63, 245_760, 3000, 3000, nil),
            (90, 552_960, 6000, 6000, nil), (93, 983_040, 10000, 10000, nil), (120, 2_228_224, 12000, 12000, 30000),
            (123, 2_228_224, 20000, 20000, 50000), (150, 8_912_896, 25000, 25000, 100_000),
            (153, 8_912_896, 40000, 40000, 160_000), (156, 8_912_896, 60000, 60000, 240_000),
            (180, 35_651_584, 60000, 60000, 240_000), (183, 35_651_584, 120_000, 120_000, 480_000),
            (186, 35_651_584, 240_000, 240_000, 800_000),
        ] as [(UInt8, Int, UInt64, UInt64, UInt64?)]
    )
    func rates(level: UInt8, samples: Int, rate: UInt64, buffer: UInt64, high: UInt64?) throws {
        let limits = try #require(LevelLimits.all.first { $0.level == level })
        #expect(limits.lumaSamples == samples)
        #expect(limits.rate(isHighTier: false)?.bitsPerSecond == rate * 1100)
        #expect(limits.rate(isHighTier: false)?.bufferBits == buffer * 1100)
        #expect(limits.rate(isHighTier: true)?.bitsPerSecond == high.map { $0 * 1100 })
        #expect(limits.rate(isHighTier: true)?.bufferBits == high.map { $0 * 1100 })
    }

    @Test("levels are in order, and each allows what the one below allows")
    func order() {
        #expect(LevelLimits.all.count == 13)
        for (low, high) in zip(LevelLimits.all, LevelLimits.all.dropFirst()) {
            #expect(low.level < high.level && low.lumaSamples <= high.lumaSamples)
            #expect(low.lumaSamplesPerSecond <= high.lumaSamplesPerSecond)
            #expect(low.mainTier.bitsPerSecond <= high.mainTier.bitsPerSecond)
            #expect(low.highTier?.bitsPerSecond ?? 0 <= high.highTier?.bitsPerSecond ?? 0)
        }
    }

    @Test(
        "the decoder stores more pictures if they are smaller than the level allows",
        arguments: [
            (1920, 1088, 120, 6), (1600, 904, 120, 8), (1280, 720, 120, 12), (704, 576, 120, 16),
            (1920, 1088, 150, 16), (4096, 2176, 150, 6), (3840, 2160, 183, 16),
        ] as [(Int, Int, UInt8, Int)]
    )
    func buffers(width: Int, height: Int, level: UInt8, count: Int) throws {
        let size = PictureSize(width: width, height: height)
        let limits = try #require(LevelLimits.all.first { $0.level == level })
        #expect(limits.pictureBuffers(of: size) == count)
        #expect(limits.allow(size, framesIn256Seconds: 256, pictureBuffers: count))
        #expect(!limits.allow(size, framesIn256Seconds: 256, pictureBuffers: count + 1))
    }

    @Test("a picture may be eight times as wide as high, with at most 300 per second")
    func bounds() {
        #expect(lowest(PictureSize(width: 4216, height: 16), 256) == 120)
        #expect(lowest(PictureSize(width: 16, height: 4224), 256) == 150)
        #expect(lowest(PictureSize(width: 16896, height: 16), 256) == nil)
        #expect(lowest(PictureSize(width: 64, height: 64), 300 * 256) == 60)
        #expect(lowest(PictureSize(width: 64, height: 64), 300 * 256 + 1) == nil)
        #expect(lowest(PictureSize(width: 3840, height: 2160), 240 * 256, pictureBuffers: 16) == 183)
    }

    @Test("a buffer underflows if consecutive samples exceed its content and the bits that arrive meanwhile")
    func bufferFill() {
        var random = SeededGenerator(seed: 5)
        var late = 0
        for round in 0..<400 {
            let limits = LevelLimits.all[round % 3].mainTier
            let timescale: Int32 = [24, 1000, 90_000][round % 3]
            let mean = Double(limits.bitsPerSecond) / 8 / 10
            var samples: [(tick: UInt64, bytes: Int)] = []
            var tick: UInt64 = 0
            for _ in 0..<40 {
                samples.append((tick, Int(mean * Double.random(in: 0...3, using: &random))))
                tick += UInt64.random(in: 0...UInt64(timescale) / 4, using: &random)
            }
            var buffer = BufferFill(limits, timescale: timescale)
            for sample in samples { buffer.take(byteCount: sample.bytes, at: sample.tick) }
            var isInTime = true
            for first in samples.indices {
                var bits: UInt64 = 0
                for last in samples[first...] {
                    bits += UInt64(last.bytes) * 8
                    let arrived = (last.tick - samples[first].tick) * limits.bitsPerSecond
                    if bits * UInt64(timescale) > limits.bufferBits * UInt64(timescale) + arrived { isInTime = false }
                }
            }
            #expect(buffer.isInTime == isInTime, "round \(round)")
            if !isInTime { late += 1 }
        }
        #expect(late > 40 && late < 360, "both happen")
    }

    @Test("a buffer accepts every size, tick and clock")
    func extremes() {
        let limits = LevelLimits.all[12].mainTier
        var buffer = BufferFill(limits, timescale: .max)
        buffer.take(byteCount: Int(limits.bufferBits / 8), at: 0)
        #expect(buffer.isInTime)
        buffer.take(byteCount: 1, at: 0)
        #expect(!buffer.isInTime)
        buffer = BufferFill(limits, timescale: 1)
        for tick in [0, UInt64.max] { buffer.take(byteCount: 1000, at: tick) }
        #expect(buffer.isInTime)
        buffer.take(byteCount: .max, at: .max)
        #expect(!buffer.isInTime)
    }
}
