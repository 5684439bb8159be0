import Media
import TestSupport
import Testing

@testable import Worker

@Suite struct StillTests {
    private func frame(_ number: Int, _ sharpness: Int, _ brightness: Int = 10_000, _ difference: Int = 100)
        -> BestFrame.Measurement
    {
        BestFrame.Measurement(frame: number, sharpness: sharpness, brightness: brightness, difference: difference)
    }

    @Test("the sharpest frame is the best one, and of nearly equal ones the one in which least moves")
    func sharpest() throws {
        var frames = (0..<20).map { frame($0, 500) }
        frames[10] = frame(10, 900)
        #expect(BestFrame.choice(of: frames, cuts: [0])?.frame == 10)
        frames[12] = frame(12, 890, 10_000, 10)
        let best = try #require(BestFrame.choice(of: frames, cuts: [0]))
        #expect(best.frame == 12 && best.reason.contains("sharper than 90 of 100 frames"), "\(best.reason)")
    }

    @Test("frames that are dark, burnt out or beside a cut are not chosen while there are others")
    func left() {
        var frames = (0..<20).map { frame($0, 500) }
        frames[3] = frame(3, 900, 1000)
        frames[4] = frame(4, 900, 23_000)
        frames[9] = frame(9, 900)
        frames[15] = frame(15, 600)
        #expect(BestFrame.choice(of: frames, cuts: [0, 10])?.frame == 15)
        let dark = (0..<5).map { frame($0, 10 + $0, 100) }
        let choice = BestFrame.choice(of: dark, cuts: [0])
        #expect(choice?.frame == 4 && choice?.reason.contains("no frame is well lit") == true)
        #expect(BestFrame.choice(of: [], cuts: []) == nil)
    }

    @Test("a mixture of the frames around it is not chosen, however little moves in it")
    func mixtures() {
        var frames = (0..<9).map { frame($0, 500) }
        frames[4] = frame(4, 440, 10_000, 0)
        #expect(BestFrame.choice(of: frames, cuts: [0])?.frame != 4)
        frames[4] = frame(4, 490, 10_000, 0)
        #expect(BestFrame.choice(of: frames, cuts: [0])?.frame == 4, "nearly as sharp is no mixture")
    }

    @Test("images are single pictures where they can be, and grids of tiles where they must be")
    func tilings() {
        func tiling(_ width: Int, _ height: Int, _ side: Int? = nil) -> StillTiling {
            StillTiling(PictureSize(width: width, height: height), tileSide: side)
        }
        #expect(tiling(3840, 2160).columns == nil && tiling(64, 64).columns == nil)
        #expect(tiling(161, 121).pictureSize == PictureSize(width: 192, height: 128))
        #expect(tiling(161, 121).columns == 1 && tiling(1, 1).pictureSize == PictureSize(width: 64, height: 64))
        #expect(tiling(4096, 2160).columns == 8 && tiling(4096, 2160).regions?.count == 40)
        #expect(tiling(1000, 500, 256).regions?.count == 8)
        #expect(tiling(1 << 17, 64, 64).regions == nil, "a grid has at most 256 columns")
    }

    @Test("the tiles of a picture are its parts, and repeat its edges beyond them")
    func tiles() throws {
        let film = SyntheticFilm(size: PictureSize(width: 150, height: 98), format: .yuv420p10, count: 1)
        let picture = film.picture(0)
        let regions = try #require(StillTiling(film.size, tileSide: 64).regions)
        #expect(regions.count == 6)
        let edge = picture.part(PictureRegion(left: 128, top: 64, size: PictureSize(width: 64, height: 64)))
        let row = edge.stride(ofPlane: 0)
        #expect(edge.storage[row - 2..<row] == edge.storage[42..<44], "the last column is repeated")
    }
}
