package import Media

extension HDR10PlusMessage {
    /// A message of profile A about measured light: no curve, and no targeted display.
    ///
    /// Nine parts of the distribution are those of HDR10+. The percentages of two of them are only names: 5 stands for
    /// the level that 99.99 % of the pixels do not exceed, and 10 for the percentage of the pixels that are at most
    /// 100 cd/m² bright. 99 stands for 99.98 %.
    package init(measured light: LightDistribution) {
        let levels = light.levels
        let parts: [(percentage: UInt8, level: UInt32)] = [
            (1, levels[0]), (5, levels[7]), (10, light.dimPercentage), (25, levels[1]), (50, levels[2]),
            (75, levels[3]), (90, levels[4]), (95, levels[5]), (99, levels[6]),
        ]
        self.init(
            window: HDR10PlusWindow(
                maximum: light.maximum,
                average: light.average,
                distribution: parts.map { HDR10PlusWindow.Percentile(percentage: $0.percentage, level: $0.level) }
            ),
            targetedMaximum: 0
        )
    }
}
