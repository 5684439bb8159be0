import Intake
import Media
import TestSupport
import Testing

@Suite("Pictures with divided sides")
struct DividedPictureTests {
    @Test("each sample is the mean of its square", arguments: PixelFormat.allCases, [2, 3])
    func means(format: PixelFormat, divisor: Int) {
        let picture = SyntheticFilm(size: PictureSize(width: 26, height: 18), format: format).picture(5)
        let small = picture.divided(by: divisor, frame: 7)
        let size = divisor == 2 ? PictureSize(width: 12, height: 8) : PictureSize(width: 8, height: 6)
        #expect(small.size == size && small.frame == 7 && small.presentationTime == picture.presentationTime)
        func sample(_ picture: Picture, _ plane: Int, _ x: Int, _ y: Int) -> Int {
            let bytes = picture.storage[picture.byteRange(ofPlane: plane)]
            let width = picture.stride(ofPlane: plane) / format.bytesPerSample
            let place = bytes.startIndex + (y * width + x) * format.bytesPerSample
            return Int(bytes[place]) + (format.bytesPerSample == 2 ? 256 * Int(bytes[place + 1]) : 0)
        }
        for plane in 0..<3 {
            let (width, height) = plane == 0 ? (size.width, size.height) : (size.width / 2, size.height / 2)
            for y in 0..<height {
                for x in 0..<width {
                    let square = (0..<divisor * divisor).map {
                        Double(sample(picture, plane, x * divisor + $0 % divisor, y * divisor + $0 / divisor))
                    }
                    let mean = square.reduce(0, +) / Double(square.count)
                    #expect(abs(Double(sample(small, plane, x, y)) - mean) <= 0.5)
                }
            }
        }
    }

    @Test("a divisor of 1 leaves all samples as they are", arguments: PixelFormat.allCases)
    func whole(format: PixelFormat) {
        let picture = SyntheticFilm(size: PictureSize(width: 18, height: 10), format: format).picture(3)
        #expect(picture.divided(by: 1, frame: 0).storage == picture.storage)
    }
}
