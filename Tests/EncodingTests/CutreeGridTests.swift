import Media
import Testing

@testable import Encoding

@Suite("Cutree units")
struct CutreeGridTests {
    private func grid(_ width: Int, _ height: Int, block: Int, group: Int = 32) -> CutreeGrid {
        CutreeGrid(PictureSize(width: width, height: height), minimumBlock: block, quantizationGroupSize: group)
    }

    @Test(
        "the number of units is that of libx265 for a picture padded to whole blocks",
        arguments: [(1280, 720, 80, 45, 46), (1920, 1080, 120, 68, 68), (3840, 2160, 240, 135, 136), (2, 2, 1, 1, 2)]
    )
    func counts(width: Int, height: Int, columns: Int, rows: Int, paddedRows: Int) {
        let fine = grid(width, height, block: 8)
        #expect(fine.columns == columns && fine.rows == rows)
        #expect(grid(width, height, block: 16) == fine)
        #expect(grid(width, height, block: 32).rows == paddedRows)
        #expect(fine.byteCount == 1 + 2 * columns * rows)
    }

    @Test("a quantisation group of 8 has four times as many units")
    func smallGroup() {
        let (fine, usual) = (grid(1280, 720, block: 8, group: 8), grid(1280, 720, block: 8))
        #expect(fine.columns == 2 * usual.columns && fine.rows == 2 * usual.rows)
    }

    @Test("units are cropped at the right and at the bottom, and the slice type is kept")
    func cropping() {
        let (wide, narrow) = (grid(176, 104, block: 32), grid(176, 104, block: 8))
        #expect(wide.columns == 12 && wide.rows == 8 && narrow.columns == 11 && narrow.rows == 7)
        // The value of each unit is its position.
        var record: [UInt8] = [3]
        for row in 0..<wide.rows { for column in 0..<wide.columns { record += [UInt8(row), UInt8(column)] } }
        var expected: [UInt8] = [3]
        for row in 0..<narrow.rows { for column in 0..<narrow.columns { expected += [UInt8(row), UInt8(column)] } }
        #expect(wide.cropped(record, to: narrow) == expected)
        #expect(wide.cropped(record, to: wide) == record)
    }
}
