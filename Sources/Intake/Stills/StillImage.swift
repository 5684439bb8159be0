import Glibc
package import Media

/// A reduced picture of a film as R, G and B of sRGB, for reports.
///
/// PQ and HLG are darkened to what a standard-range screen can show, so that pictures can be compared by eye. Nothing
/// is measured on them.
package struct StillImage: Hashable, Sendable {
    /// Pixels in a row.
    package let width: Int
    /// Rows.
    package let height: Int
    /// Three bytes per pixel, row by row from the top.
    package let pixels: [UInt8]

    /// PQ or HLG light that is shown as white, in cd/m² (BT.2408's reference white).
    private static let white = 203.0

    /// Reduces a picture to at most the given width; samples are averaged over whole squares.
    package init(of picture: Picture, colour: ColourDescription, maximumWidth: Int) {
        let size = picture.size
        let step = max((size.width + maximumWidth - 1) / max(maximumWidth, 2), 1)
        let (width, height) = (max(size.width / step, 1), max(size.height / step, 1))
        self.width = width
        self.height = height
        let luma = Self.averages(of: picture, plane: 0, step: step, columns: width, rows: height)
        let differences = (1...2).map {
            Self.averages(of: picture, plane: $0, step: step, columns: width, rows: height)
        }
        let depth = picture.format.bitDepth
        let isFull = colour.isFullRange ?? false
        let top = Float((1 << depth) - 1)
        let (black, lumaSteps) = isFull ? (0, top) : (Float(16 << (depth - 8)), Float(219 << (depth - 8)))
        let (middle, steps) = (Float(1 << (depth - 1)), isFull ? top : Float(224 << (depth - 8)))
        let weights = LumaWeights(matrix: colour.matrix) ?? LumaWeights(ofUntagged: size)
        let (red, blue) = (Float(weights.redOfCr), Float(weights.blueOfCb))
        let greenOfRed = -red * Float(weights.red / weights.green)
        let greenOfBlue = -blue * Float(weights.blue / weights.green)
        let screen = Self.screen(colour.transfer)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(3 * width * height)
        for row in 0..<height {
            for column in 0..<width {
                let place = row * width + column
                let y = (luma[place] - black) / lumaSteps
                let (u, v) = ((differences[0][place] - middle) / steps, (differences[1][place] - middle) / steps)
                for value in [y + red * v, y + greenOfBlue * u + greenOfRed * v, y + blue * u] {
                    pixels.append(screen[Int(min(max(value, 0), 1) * Float(screen.count - 1) + 0.5)])
                }
            }
        }
        self.pixels = pixels
    }

    /// The sRGB value for each of 1024 values from 0 to 1.
    private static func screen(_ transfer: UInt8) -> [UInt8] {
        (0..<1024).map { place in
            let value = Double(place) / 1023
            let light: Double
            switch transfer {
            case 16: light = PerceptualQuantizer.luminance(of: value) / white
            case 18: light = HybridLogGamma.luminance(ofGrey: value) / white
            default: return UInt8((value * 255).rounded())
            }
            // Bright parts are compressed towards white: nothing is cut off.
            let shown = light * (1 + light / 25) / (1 + light)
            let coded = shown <= 0.0031308 ? 12.92 * shown : 1.055 * pow(shown, 1 / 2.4) - 0.055
            return UInt8((min(max(coded, 0), 1) * 255).rounded())
        }
    }

    /// The average of a plane over each square of `step` times `step` samples of luma.
    private static func averages(of picture: Picture, plane: Int, step: Int, columns: Int, rows: Int) -> [Float] {
        let (width, height) = (picture.width(ofPlane: plane), picture.height(ofPlane: plane))
        let isWide = picture.format.bytesPerSample == 2
        let stride = picture.stride(ofPlane: plane)
        let start = picture.byteRange(ofPlane: plane).lowerBound
        // A sample of a difference covers two of luma in each direction.
        let xs = (0..<columns).map { places($0 * step, step, plane, width) }
        let bytes = picture.storage.span
        var averages: [Float] = []
        averages.reserveCapacity(columns * rows)
        for row in 0..<rows {
            let lines = places(row * step, step, plane, height)
            for column in xs {
                var sum = 0
                for y in lines {
                    for x in column {
                        let place = start + y * stride + (isWide ? 2 * x : x)
                        sum += isWide ? Int(bytes[place]) | Int(bytes[place + 1]) << 8 : Int(bytes[place])
                    }
                }
                averages.append(Float(sum) / Float(lines.count * column.count))
            }
        }
        return averages
    }

    /// The samples along one side of a plane that cover some of luma: at least one, and inside the plane.
    private static func places(_ start: Int, _ count: Int, _ plane: Int, _ length: Int) -> Range<Int> {
        let shift = plane == 0 ? 0 : 1
        let first = min(start >> shift, length - 1)
        return first..<min(max((start + count + shift) >> shift, first + 1), length)
    }
}
