import Foundation
import Jobs
import RateModel

/// The worth of frames in a film with `optimize`.
extension QualityScale {
    /// The most quantiser steps between a range and the film.
    static let reach = RateModelParameters.standard.departure.reachOfOptimization
    /// Quantiser steps from one offered quantiser to the next.
    static let step = RateModelParameters.standard.departure.stepOfOptimization

    /// The worth of a frame with some figure. The sum over all frames rises with the film's mean. For most metrics the
    /// worth is the figure itself; XPSNR is pooled over the roots of errors.
    func worth(_ value: Double) -> Double {
        switch metric {
        case .psnr, .ssim, .vmaf: value
        case .xpsnr: -pow(10, -value / 20)
        }
    }

    /// The lowest figure that may be planned for a range that would have `value` with one quantiser for all ranges.
    ///
    /// A loss of two points of VMAF is hardly seen. A range's quality can fall twice as fast as predicted (measured),
    /// so a loss of one point may be planned. For the other metrics it is one level, which is about two rate factors: a
    /// decibel, for SSIM of its distance from 1.
    func lowest(insteadOf value: Double) -> Double {
        switch metric {
        case .vmaf: value - RateModelParameters.standard.departure.lossVMAF
        case .psnr, .ssim, .xpsnr: self.value(atLevel: level(value) - RateModelParameters.standard.departure.loss)
        }
    }
}
