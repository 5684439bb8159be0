import Storage
import Testing

/// Statistics that x265 3.5 wrote for the beginning of a real film at 320x180 (a black picture, a cut, movement,
/// another cut), and the first quantisers of its second pass.
struct RateModelFixture: CustomTestStringConvertible {
    let testDescription: String
    /// The relevant part of the line of options.
    let optionsLine: String
    /// Statistics of the first pass, an ultrafast one at rate factor 30.
    let statistics: [FrameStatistics]
    /// Results of second passes.
    let outcomes: [Outcome]

    static let frameSeconds = 1.0 / 24

    /// The result of a second pass at some rate.
    struct Outcome {
        let kilobitsPerSecond: Double
        /// Quantiser of the first frame, which no feedback has changed.
        let first: Double
        /// Quantiser of the fourth frame, the first P frame after the cut.
        let afterCut: Double
        /// Mean quantiser of all P frames.
        let mean: Double
    }

    /// Reads `in out type q tex mv misc icu` from each line.
    private init(_ name: String, options: String, _ lines: String, _ outcomes: [Outcome]) {
        testDescription = name
        optionsLine = options
        self.outcomes = outcomes
        statistics = lines.split(separator: "\n").map { line in
            let fields = line.split(separator: " ")
            return FrameStatistics(
                frame: Int(fields[0])!,
                encodeOrder: Int(fields[1])!,
                type: PictureType(rawValue: fields[2].utf8.first!)!,
                qpHundredths: hundredths(fields[3]),
                aqQpHundredths: 0,
                noVbvQpHundredths: 0,
                rceQHundredths: 0,
                textureBits: Int(fields[4])!,
                motionBits: Int(fields[5])!,
                miscBits: Int(fields[6])!,
                intraUnitsHundredths: hundredths(fields[7]),
                predictedUnitsHundredths: 0,
                skippedUnitsHundredths: 0,
                isSceneCut: false
            )
        }
    }

    static let all = [withCutree, withoutCutree]

    static let withCutree = RateModelFixture(
        "with cutree",
        options: """
            #options: fps=24/1 input-res=320x180 bframes=4 b-pyramid qcomp=0.60 \
            qpstep=4 ipratio=1.40 pbratio=1.30 cutree qpmax=69 qpmin=0
            """,
        """
        0 0 I 35.26 59 60 61 240.00
        1 1 P 35.26 0 0 61 0.00
        2 2 i 33.48 10157 585 111 240.00
        4 3 P 35.26 3620 790 198 62.00
        3 4 b 37.53 419 498 120 0.00
        8 5 P 35.26 6475 963 196 123.00
        6 6 B 36.39 5407 1373 199 0.00
        5 7 b 37.53 1265 832 162 0.00
        7 8 b 37.53 2597 1306 189 0.00
        9 9 P 35.26 5671 1164 212 81.00
        11 10 P 35.26 3813 813 186 159.00
        10 11 b 37.53 1216 692 173 0.00
        13 12 P 35.26 3318 925 184 137.00
        12 13 b 37.53 850 680 190 0.00
        14 14 P 35.26 3737 807 199 127.00
        15 15 P 35.26 3894 749 183 160.00
        19 16 P 35.26 3876 813 183 164.00
        17 17 B 36.39 2762 1358 205 0.00
        16 18 b 37.53 1896 1032 208 0.00
        18 19 b 37.53 1752 867 215 0.00
        23 20 P 35.26 4195 685 189 132.00
        21 21 B 36.39 3468 1129 226 0.00
        20 22 b 37.53 1287 704 194 0.00
        22 23 b 37.53 1286 693 199 0.00
        26 24 P 35.26 38 218 100 190.00
        25 25 B 36.39 3154 968 241 0.00
        24 26 b 37.53 992 709 218 0.00
        31 27 P 35.26 0 30 65 0.00
        29 28 B 36.39 0 18 61 0.00
        27 29 b 37.53 0 15 61 0.00
        28 30 b 37.53 0 16 61 0.00
        30 31 b 37.53 0 13 61 0.00
        36 32 P 35.26 0 27 64 0.00
        34 33 B 36.39 0 17 61 0.00
        32 34 b 37.53 0 15 61 0.00
        33 35 b 37.53 0 17 61 0.00
        35 36 b 37.53 0 2 61 0.00
        39 37 P 35.26 0 14 65 0.00
        38 38 B 36.39 0 7 61 0.00
        37 39 b 37.53 0 2 61 0.00
        40 40 I 33.79 166 111 75 240.00
        43 41 P 35.26 459 316 162 122.00
        42 42 B 36.39 6 17 71 0.00
        41 43 b 37.53 0 0 61 0.00
        47 44 P 35.26 1242 366 209 48.00
        45 45 B 36.39 0 11 61 0.00
        44 46 b 37.53 0 5 61 0.00
        46 47 b 37.53 0 19 61 0.00
        51 48 P 35.26 2452 290 215 13.00
        49 49 B 36.39 0 21 61 0.00
        48 50 b 37.53 0 0 61 0.00
        50 51 b 37.53 0 20 61 0.00
        52 52 P 35.26 1192 139 189 2.00
        53 53 P 35.26 356 65 119 4.00
        54 54 P 35.26 865 84 156 0.00
        58 55 P 35.26 796 209 190 3.00
        56 56 B 36.39 0 16 62 0.00
        55 57 b 37.53 0 0 61 0.00
        57 58 b 37.53 0 21 61 0.00
        59 59 P 35.26 0 16 61 0.00
        """,
        [
            Outcome(kilobitsPerSecond: 50, first: 34.85, afterCut: 34.78, mean: 35.03),
            Outcome(kilobitsPerSecond: 150, first: 25.01, afterCut: 24.84, mean: 25.67),
            Outcome(kilobitsPerSecond: 400, first: 16.78, afterCut: 16.44, mean: 16.79),
        ]
    )

    static let withoutCutree = RateModelFixture(
        "without cutree",
        options: """
            #options: fps=24/1 input-res=320x180 bframes=4 b-pyramid qcomp=0.60 \
            qpstep=4 ipratio=1.40 pbratio=1.30 no-cutree qpmax=69 qpmin=0
            """,
        """
        0 0 I 27.09 67 67 60 240.00
        1 1 P 19.02 0 5 62 0.00
        2 2 i 21.43 32751 865 60 240.00
        4 3 P 32.51 3851 879 146 63.00
        3 4 b 34.78 751 622 118 0.00
        8 5 P 33.61 6706 928 137 118.00
        6 6 B 34.20 6466 1519 152 0.00
        5 7 b 35.06 2361 1067 154 0.00
        7 8 b 35.61 3985 1438 138 0.00
        9 9 P 33.87 6261 1282 159 91.00
        11 10 P 33.33 4317 922 118 162.00
        10 11 b 35.87 1764 770 141 0.00
        13 12 P 33.03 4236 857 124 128.00
        12 13 b 35.45 1630 869 148 0.00
        14 14 P 33.08 4820 806 128 126.00
        15 15 P 33.13 4570 673 108 157.00
        19 16 P 33.04 4501 830 116 152.00
        17 17 B 34.22 3678 1457 113 0.00
        16 18 b 35.38 3046 1244 126 0.00
        18 19 b 35.33 2914 1116 132 0.00
        23 20 P 33.13 4928 782 106 136.00
        21 21 B 34.22 4046 1417 142 0.00
        20 22 b 35.33 2138 796 139 0.00
        22 23 b 35.38 2265 1042 190 0.00
        26 24 P 30.78 37 191 91 164.00
        25 25 B 32.70 5149 1224 159 0.00
        24 26 b 34.61 2008 831 151 0.00
        29 27 P 28.47 0 12 65 0.00
        28 28 B 30.38 0 12 65 0.00
        27 29 b 32.28 0 4 61 0.00
        """,
        [
            Outcome(kilobitsPerSecond: 50, first: 26.59, afterCut: 44.77, mean: 41.90),
            Outcome(kilobitsPerSecond: 150, first: 17.06, afterCut: 33.58, mean: 31.01),
            Outcome(kilobitsPerSecond: 400, first: 10.60, afterCut: 23.51, mean: 21.51),
        ]
    )
}

private func hundredths(_ text: Substring) -> Int32 { Int32((Double(text)! * 100).rounded()) }
