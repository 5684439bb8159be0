// Written by Benchmarks/bd-rate-examples; figures of bjontegaard 1.3.0, method pchip.

/// Pairs of curves, with the BD-rate that the package bjontegaard computes.
enum BDRateExamples {
    struct Example: Sendable {
        let name: String
        let referenceRates: [Double]
        let referenceQualities: [Double]
        let testRates: [Double]
        let testQualities: [Double]
        let percent: Double
    }

    static let all = [
        Example(
            name: "the package's own page",
            referenceRates: [9487.76, 4593.6, 2486.44, 1358.24],
            referenceQualities: [40.037, 38.615, 36.845, 34.851],
            testRates: [9787.8, 4469.0, 2451.52, 1356.24],
            testQualities: [40.121, 38.651, 36.97, 34.987],
            percent: -4.417485350589045
        ),
        Example(
            name: "VCEG-M33",
            referenceRates: [686.76, 309.58, 157.11, 85.95],
            referenceQualities: [40.28, 37.18, 34.24, 31.42],
            testRates: [893.34, 407.8, 204.93, 112.75],
            testQualities: [40.39, 37.21, 34.17, 31.24],
            percent: 31.379878202397627
        ),
        Example(
            name: "SSIM",
            referenceRates: [500, 1000, 2000, 4000],
            referenceQualities: [0.91, 0.955, 0.978, 0.989],
            testRates: [480, 990, 1950, 4100],
            testQualities: [0.913, 0.957, 0.9785, 0.9893],
            percent: -5.512536756707053
        ),
        Example(
            name: "a small overlap",
            referenceRates: [100, 200, 400, 800],
            referenceQualities: [30, 33, 36, 39],
            testRates: [900, 1500, 2600, 5000],
            testQualities: [38.2, 40, 42, 44],
            percent: 38.39008789449152
        ),
        Example(
            name: "made 0",
            referenceRates: [269.92, 461.54],
            referenceQualities: [29.414, 32.269],
            testRates: [284.3, 683.69, 1226.62, 2924.99, 5689.67, 10909.31, 24470.36],
            testQualities: [30.411, 31.681, 32.847, 35.817, 37.891, 40.29, 42.923],
            percent: 39.798870863244915
        ),
        Example(
            name: "made 1",
            referenceRates: [320.6, 616.35, 954.32, 1813.76, 2790.37, 6815.86, 16035.73],
            referenceQualities: [29.535, 32.655, 34.793, 37.531, 39.999, 42.194, 43.736],
            testRates: [272.22, 435.92, 834.48],
            testQualities: [30.685, 32.149, 35.304],
            percent: -21.293168947119632
        ),
        Example(
            name: "made 2",
            referenceRates: [277.45, 629.55, 1124.44, 1792.76, 2840.9],
            referenceQualities: [30.635, 33.37, 37.013, 40.506, 43.447],
            testRates: [272.42, 419.53, 814.88, 1458.16],
            testQualities: [30.793, 34.608, 34.973, 35.898],
            percent: -30.222881082161003
        ),
        Example(
            name: "made 3",
            referenceRates: [273.09, 611.21, 1157.22, 2733.6],
            referenceQualities: [30.29, 30.937, 33.595, 37.153],
            testRates: [373.32, 750.05, 981.71, 2531.08, 4472.73, 5899.9, 10731.29],
            testQualities: [29.505, 31.156, 31.94, 35.141, 37.366, 40.702, 42.161],
            percent: 38.89073000087062
        ),
        Example(
            name: "made 4",
            referenceRates: [377.44, 775.88, 1572.65],
            referenceQualities: [29.68, 30.529, 34.496],
            testRates: [386.75, 772.73],
            testQualities: [29.631, 30.235],
            percent: 12.81462394026227
        ),
        Example(
            name: "made 5",
            referenceRates: [294.67, 466.46, 1135.27],
            referenceQualities: [30.406, 33.622, 34.365],
            testRates: [352.22, 863.2, 1825.37, 3341.33, 5490.43, 14047.95],
            testQualities: [29.052, 30.829, 33.34, 36.147, 39.413, 43.167],
            percent: 255.82126636642832
        ),
        Example(
            name: "made 6",
            referenceRates: [265.54, 482.34, 1157.83, 2745.23, 3859.71, 8900.12, 14531.03],
            referenceQualities: [29.381, 30.211, 33.208, 35.006, 37.063, 37.881, 39.564],
            testRates: [339.25, 581.02, 962.79, 2324.49, 3200.67, 5087.77],
            testQualities: [29.855, 30.467, 31.799, 32.104, 33.403, 33.895],
            percent: 68.64057841214071
        ),
        Example(
            name: "made 7",
            referenceRates: [339.44, 750.26],
            referenceQualities: [30.347, 33.646],
            testRates: [415.22, 575.67, 1217.41],
            testQualities: [30.628, 34.535, 36.474],
            percent: -14.582032523199773
        ),
        Example(
            name: "made 8",
            referenceRates: [340.93, 855.46, 1985.49, 3243.62, 5782.47],
            referenceQualities: [30.56, 31.862, 32.166, 33.389, 36.418],
            testRates: [331.67, 498.88],
            testQualities: [29.928, 32.91],
            percent: -53.22848505850205
        ),
        Example(
            name: "made 9",
            referenceRates: [394.28, 516.43, 1150.42, 2865.22],
            referenceQualities: [29.918, 33.168, 34.237, 37.742],
            testRates: [244.63, 575.72],
            testQualities: [29.815, 31.907],
            percent: -5.873278740253163
        ),
        Example(
            name: "made 10",
            referenceRates: [249.51, 421.35, 941.06, 1315.91, 2855.88],
            referenceQualities: [29.273, 32.504, 33.638, 36.705, 38.575],
            testRates: [380.19, 904.09, 1353.09, 2866.14, 7416.36, 16451.13],
            testQualities: [30.758, 34.722, 35.197, 38.288, 41.105, 44.194],
            percent: 11.413779056681195
        ),
        Example(
            name: "made 11",
            referenceRates: [228.37, 433.16, 627.96, 1132.29, 1703.37],
            referenceQualities: [29.477, 32.495, 33.026, 33.873, 35.083],
            testRates: [229.94, 417.3, 1018.09, 1525.86, 2473.57, 5904.1],
            testQualities: [30.421, 34.335, 38.248, 38.902, 41.348, 42.947],
            percent: -45.50641310475213
        ),
    ]
}
