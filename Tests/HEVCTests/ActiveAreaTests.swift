import Media
import TestSupport
import Testing

@testable import HEVC

struct ActiveAreaTests {
    private let size = PictureSize(width: 1920, height: 1080)

    private func moved(
        _ area: DolbyVisionActiveArea,
        left: Int = 0,
        top: Int = 0,
        _ cropped: PictureSize,
        to scaled: PictureSize
    ) -> DolbyVisionActiveArea {
        area.moved(cropping: PictureRegion(left: left, top: top, size: cropped), of: size, to: scaled)
    }

    @Test("a crop takes what it cuts off from each side, and a new size scales what is left")
    func crops() {
        let area = DolbyVisionActiveArea(left: 10, right: 20, top: 138, bottom: 140)
        let half = PictureSize(width: 960, height: 540)
        let scaled = DolbyVisionActiveArea(left: 5, right: 10, top: 69, bottom: 70)
        #expect(moved(area, size, to: half) == scaled)
        let cut = PictureSize(width: 1920, height: 804)
        let inside = DolbyVisionActiveArea(left: 10, right: 20, top: 0, bottom: 2)
        #expect(moved(area, top: 138, cut, to: cut) == inside)
        #expect(moved(area, top: 138, cut, to: PictureSize(width: 960, height: 402)).bottom == 1)
    }

    @Test("a part beside the area leaves a pixel of it")
    func beside() {
        let area = DolbyVisionActiveArea(left: 1000, right: 0, top: 0, bottom: 1000)
        let small = PictureSize(width: 100, height: 100)
        let found = moved(area, small, to: small)
        #expect(found.left == 99 && found.right == 0 && found.top + found.bottom < 100)
    }

    @Test("every area of a handmade RPU is replaced, in either list")
    func lists() throws {
        var rpu = HandmadeRPU()
        rpu.blocks = [
            [(1, [0, 1, 2, 3, 16]), (5, HandmadeRPU.area(1, 2, 3, 4))],
            [(5, HandmadeRPU.area(5, 6, 7, 8)), (254, [0, 2])],
        ]
        var other = rpu
        other.blocks[0][1].content = HandmadeRPU.area(40, 50, 60, 70)
        other.blocks[1][0].content = HandmadeRPU.area(40, 50, 60, 70)
        let unit = try DolbyVisionUnit(payload: rpu.payload)
        let area = DolbyVisionActiveArea(left: 40, right: 50, top: 60, bottom: 70)
        #expect(try unit.replacingActiveArea { _ in area } == other.payload)
        let plain = try DolbyVisionUnit(payload: HandmadeRPU().payload)
        #expect(try plain.replacingActiveArea { _ in area } == plain.payload)
    }

    @Test("an RPU without a residual is not converted")
    func notConverted() throws {
        let unit = try DolbyVisionUnit(payload: HandmadeRPU().payload)
        #expect(throws: BitstreamError.self) { try unit.convertedToBaseLayer() }
    }
}
