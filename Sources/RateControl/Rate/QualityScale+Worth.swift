import Foundation
import Jobs
import RateModel

/// What frames are worth to a film whose rate is spent for a metric.
extension QualityScale {
    /// Quantiser steps to either side of the film's own within which ranges are given theirs, and from one to the next.
    static let reach = RateModelParameters.standard.departure.reachOfOptimization
    static let step = RateModelParameters.standard.departure.stepOfOptimization

    /// What a frame of such a figure adds to a sum that is the higher the higher the film's mean is: the mean itself of
    /// all but XPSNR, which is pooled over the roots of errors.
    func worth(_ value: Double) -> Double {
        switch metric {
        case .psnr, .ssim, .vmaf: value
        case .xpsnr: -pow(10, -value / 20)
        }
    }

    /// The lowest figure that may be predicted for a range which would have had another, were the film's rate spent on
    /// all alike.
    ///
    /// Two points of VMAF are hardly seen. A range's quality can fall twice as fast as predicted (measured), so one
    /// is planned. For the others a decibel, for SSIM of what it lacks to 1: what two rate factors make.
    func lowest(insteadOf value: Double) -> Double {
        switch metric {
        case .vmaf: value - RateModelParameters.standard.departure.lossVMAF
        case .psnr, .ssim, .xpsnr: self.value(atLevel: level(value) - RateModelParameters.standard.departure.loss)
        }
    }
}
