import RateModel

extension RateModelParameters.Quality.ByMetric {
    /// The number of a metric.
    package subscript(metric: QualityMetric) -> Double {
        switch metric {
        case .psnr: psnr
        case .ssim: ssim
        case .xpsnr: xpsnr
        case .vmaf: vmaf
        }
    }
}

extension RateModelParameters.Quality.ByStillness {
    /// The number of a metric for a range of such stillness, in octaves.
    package subscript(metric: QualityMetric, stillness: Double) -> Double {
        moving[metric] + perOctave[metric] * stillness
    }
}
