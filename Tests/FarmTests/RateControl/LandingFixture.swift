import Storage

/// Statistics that x265 4.1 wrote for 50 frames of a real film at 1280x720: of an ultrafast analysis at rate factor 22,
/// and of a pass at medium that was fed with it.
enum LandingFixture {
    /// The relevant part of the line of options.
    static let optionsLine = """
        #options: fps=24/1 input-res=1280x720 bframes=4 b-pyramid qcomp=0.60 \
        qpstep=4 ipratio=1.40 pbratio=1.30 cutree qpmax=69 qpmin=0
        """
    static let frameSeconds = 1.0 / 24
    /// Factor by which the bits of the analysis were multiplied for the fed pass.
    static let scale = 0.8994007323695403
    /// Target rate of the fed pass.
    static let kilobitsPerSecond = 3190
    /// Bits of all samples of the fed pass.
    static let takenBits = taken.reduce(0) { $0 + $1.compressedBits }

    /// Statistics of the analysis.
    static let statistics = frames.map(\.analysis)
    /// Statistics of the fed pass, and the bits of its samples.
    static let taken = frames.map { (statistics: $0.fed, compressedBits: $0.compressedBits) }

    private static let frames: [(analysis: FrameStatistics, fed: FrameStatistics, compressedBits: Int)] =
        lines.split(separator: "\n").map { line in
            let fields = line.split(separator: " ")
            func numbers(_ range: Range<Int>) -> [Int] { fields[range].map { Int($0)! } }
            func statistics(_ quantizer: Int) -> FrameStatistics {
                let bits = numbers(quantizer + 1..<quantizer + 4)
                return FrameStatistics(
                    frame: Int(fields[0])!,
                    encodeOrder: Int(fields[1])!,
                    type: PictureType(rawValue: fields[2].utf8.first!)!,
                    qpHundredths: hundredths(fields[quantizer]),
                    aqQpHundredths: 0,
                    noVbvQpHundredths: 0,
                    rceQHundredths: 0,
                    textureBits: bits[0],
                    motionBits: bits[1],
                    miscBits: bits[2],
                    intraUnitsHundredths: hundredths(fields[7]),
                    predictedUnitsHundredths: 0,
                    skippedUnitsHundredths: 0,
                    isSceneCut: false
                )
            }
            return (statistics(3), statistics(8), Int(fields[12])!)
        }

    private static func hundredths(_ text: Substring) -> Int32 { Int32((Double(text)! * 100).rounded()) }

    /// `in out type`, then `q tex mv misc icu` of the analysis, then `q tex mv misc` and the bits of the fed pass.
    private static let lines = """
        0 0 I 27.26 218398 12367 1812 3600.00 22.41 305236 59590 4168 359472
        3 1 P 27.26 118631 13026 2876 995.00 22.44 186918 38499 7867 226640
        2 2 B 28.39 25817 7044 2109 0.00 23.57 35976 14863 4568 55160
        1 3 b 29.53 18443 5784 1649 0.00 24.71 30699 12727 3890 46912
        6 4 P 27.26 110372 12780 2955 822.00 22.44 152523 36382 7862 192024
        5 5 B 28.39 27681 7657 2282 0.00 23.58 36311 14439 4654 55584
        4 6 b 29.53 17283 5640 1696 0.00 24.71 22939 11581 3796 38528
        9 7 P 27.26 122116 13109 2883 868.00 22.42 172023 36445 7800 211464
        8 8 B 28.39 25795 7220 2183 0.00 23.57 32706 14154 4535 51520
        7 9 b 29.53 29644 6796 1690 0.00 24.71 37035 14128 4054 55200
        13 10 P 27.26 170623 14921 2605 1201.00 22.39 309815 52556 6883 359624
        11 11 B 28.39 54980 11576 2424 0.00 23.54 91982 27329 6353 124072
        10 12 b 29.53 19504 5719 1792 0.00 24.69 26981 11853 3799 42832
        12 13 b 29.53 24455 5681 1807 0.00 24.67 40823 13817 4068 58472
        16 14 P 27.26 146340 13442 2866 835.00 22.55 189133 37256 8229 229744
        15 15 B 28.39 49995 10121 2287 0.00 23.63 60870 18743 4935 83568
        14 16 b 29.53 27871 7701 1866 0.00 24.72 32902 13746 3912 50560
        20 17 P 27.26 155996 16422 2822 975.00 22.51 210269 46880 8117 258904
        18 18 B 28.39 46242 11547 2550 0.00 23.66 56336 23415 6161 85088
        17 19 b 29.53 18839 5923 1731 0.00 24.81 23493 12664 4039 40104
        19 20 b 29.53 18753 5514 1803 0.00 24.79 22861 11819 3841 38776
        22 21 P 27.26 143275 13643 3084 696.00 22.50 184717 36409 8309 224264
        21 22 b 29.53 22190 6330 1949 0.00 24.77 26031 12429 4143 42632
        25 23 P 27.26 154764 14861 2925 815.00 22.46 207394 39488 8309 249488
        24 24 B 28.39 47018 9378 2395 0.00 23.61 51135 16412 4906 72296
        23 25 b 29.53 29566 7654 1999 0.00 24.76 34739 15218 4411 54432
        28 26 P 27.26 160407 14251 2925 698.00 22.36 217166 42810 8160 262152
        27 27 B 28.39 22644 7860 2312 0.00 23.53 25792 13786 4909 44664
        26 28 b 29.53 14673 6291 1797 0.00 24.70 20459 13079 4318 37912
        31 29 P 27.26 160218 14671 2867 556.00 22.31 219808 41188 7704 262824
        30 30 B 28.39 26618 7921 2350 0.00 23.46 28239 14332 4849 47688
        29 31 b 29.53 15870 6061 1790 0.00 24.61 20659 12910 4113 37936
        34 32 P 27.26 160649 15167 3056 618.00 22.23 230825 42365 8094 274864
        33 33 B 28.39 24469 7395 2399 0.00 23.39 29271 14852 5190 49720
        32 34 b 29.53 17619 6449 1780 0.00 24.55 23247 13318 4322 41056
        37 35 P 27.26 167715 15487 2982 612.00 22.19 230565 43556 8102 276176
        36 36 B 28.39 22856 7375 2428 0.00 23.34 27501 14226 5249 47048
        35 37 b 29.53 17060 6689 1995 0.00 24.49 21173 13859 4348 39472
        39 38 P 27.26 145000 13645 3040 442.00 22.11 203060 39070 8428 245536
        38 39 b 29.53 15988 6788 2157 0.00 24.42 21316 13508 4509 39424
        41 40 P 27.26 143361 13360 3024 504.00 22.05 202590 37371 8451 244024
        40 41 b 29.53 19993 6985 1911 0.00 24.35 26884 13999 4503 45672
        43 42 P 27.26 139527 13103 2911 609.00 21.99 200168 36918 8037 240640
        42 43 b 29.53 23078 6962 1999 0.00 24.29 28096 14559 4576 47256
        44 44 P 27.26 109443 10487 3011 350.00 21.92 153767 30552 8546 189048
        47 45 P 27.26 126514 14161 2885 878.00 21.87 175667 39167 7669 218888
        46 46 B 28.39 43385 11169 2580 0.00 23.02 60586 20032 6039 86360
        45 47 b 29.53 28867 8510 2042 0.00 24.18 40731 17262 4850 62816
        49 48 P 27.26 88626 12314 2853 960.00 21.67 151497 32718 6745 188456
        48 49 b 29.53 22835 8249 2255 0.00 24.04 42854 19501 5664 67024
        """
}
