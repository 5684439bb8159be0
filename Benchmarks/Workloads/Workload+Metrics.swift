import Media
import Quality

extension Workload {
    /// PSNR, SSIM and XPSNR together, of a picture in the middle of a film.
    static func metrics(_ part: Int) -> [Workload] {
        [
            metric("metrics: a frame of 1920x1080, 8 bits", .yuv420p8, 24, part),
            metric("metrics: a frame of 1920x1080, 10 bits, 60 a second", .yuv420p10, 60, part),
        ]
    }

    private static func metric(_ name: String, _ format: PixelFormat, _ rate: Double, _ part: Int) -> Workload {
        Workload(name) {
            let (source, film) = (picture(format, part, distance: 0), picture(format, part, distance: 3))
            var meter = FilmMeter(framesPerSecond: rate)
            // Motion is measured over three pictures.
            for _ in 0..<2 { try meter.add(film, against: source) }
            return {
                try meter.add(film, against: source)
                return meter.count
            }
        }
    }

    /// A pattern with noise. Samples of two pictures differ by up to `distance`.
    private static func picture(_ format: PixelFormat, _ part: Int, distance: UInt64) -> Picture {
        let size = PictureSize(width: part > 1 ? 192 : 1920, height: part > 1 ? 108 : 1080)
        var (noise, error) = (Noise(5), Noise(7))
        let (count, shift) = (
            Picture.byteCount(format: format, size: size) / format.bytesPerSample, format.bitDepth - 8
        )
        var storage: [UInt8] = []
        storage.reserveCapacity(count * format.bytesPerSample)
        for place in 0..<count {
            let texture = UInt64(place % size.width / 8 + place / size.width / 8) % 128
            let value = (texture + 32 + noise.next() % 16 + error.next() % (distance + 1)) << UInt64(shift)
            storage.append(UInt8(truncatingIfNeeded: value))
            if format.bytesPerSample == 2 { storage.append(UInt8(truncatingIfNeeded: value >> 8)) }
        }
        return Picture(
            format: format,
            size: size,
            frame: 0,
            presentationTime: .zero,
            duration: .zero,
            storage: storage
        )
    }
}
