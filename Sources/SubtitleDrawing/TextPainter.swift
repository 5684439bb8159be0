import Media

/// Paints texts onto pictures in whole numbers, so that every machine paints the same.
struct TextPainter {
    private let size: PictureSize
    private let format: PixelFormat
    private var colours: TextColours
    /// Weights of luma columns and rows around those of a chroma sample, from one before on, which add up to 4.
    private let weights: (columns: [Int], rows: [Int])

    /// Creates a painter.
    ///
    /// - Parameters:
    ///   - colour: of the pictures.
    ///   - chromaLocation: chroma_sample_loc_type (ISO/IEC 23008-2 figure E.1).
    init(size: PictureSize, format: PixelFormat, colour: ColourDescription, chromaLocation: UInt8) {
        self.size = size
        self.format = format
        colours = TextColours(colour, size: size, bitDepth: format.bitDepth)
        let (between, first, second) = ([0, 2, 2, 0], [1, 2, 1, 0], [0, 1, 2, 1])
        let isCentred = [1, 3, 5].contains(chromaLocation)
        let rows = [2, 3].contains(chromaLocation) ? first : [4, 5].contains(chromaLocation) ? second : between
        weights = (isCentred ? between : first, rows)
    }

    /// Paints a part of a text onto the planes of a picture. Precondition: `storage` has them.
    mutating func paint(_ text: Coverage, onto storage: inout [UInt8]) {
        precondition(storage.count == Picture.byteCount(format: format, size: size), "storage holds three planes")
        let samples = colours.samples(of: text.colour)
        let columns = text.columns.clamped(to: 0..<size.width)
        let rows = text.rows.clamped(to: 0..<size.height)
        guard !columns.isEmpty, !rows.isEmpty, text.opacity > 0 else { return }
        for row in rows {
            for column in columns {
                let part = text.value(column, row) * text.opacity
                blend(samples.x, part, of: 255 * 255, at: row * size.width + column, &storage)
            }
        }
        let (width, lumaCount) = (size.width / 2, size.width * size.height)
        let chromaColumns = columns.lowerBound / 2..<min((columns.upperBound + 2) / 2, width)
        let chromaRows = max(rows.lowerBound - 1, 0) / 2..<min((rows.upperBound + 2) / 2, size.height / 2)
        for row in chromaRows {
            for column in chromaColumns {
                var sum = 0
                for (down, weight) in weights.rows.enumerated() where weight > 0 {
                    for (across, other) in weights.columns.enumerated() where other > 0 {
                        sum += weight * other * text.value(2 * column + across - 1, 2 * row + down - 1)
                    }
                }
                let place = row * width + column
                blend(samples.y, sum * text.opacity, of: 16 * 255 * 255, at: lumaCount + place, &storage)
                blend(samples.z, sum * text.opacity, of: 16 * 255 * 255, at: lumaCount * 5 / 4 + place, &storage)
            }
        }
    }

    /// Mixes a sample with a value: `part` of `whole` of the value, rounded to the nearest.
    private func blend(_ value: Int, _ part: Int, of whole: Int, at index: Int, _ storage: inout [UInt8]) {
        guard part > 0 else { return }
        func mixed(_ sample: Int) -> Int { (sample * (whole - part) + value * part + whole / 2) / whole }
        guard format == .yuv420p10 else {
            storage[index] = UInt8(mixed(Int(storage[index])))
            return
        }
        let sample = mixed(Int(storage[2 * index]) | Int(storage[2 * index + 1]) << 8)
        storage[2 * index] = UInt8(sample & 0xFF)
        storage[2 * index + 1] = UInt8(sample >> 8)
    }
}
