import Foundation
import Jobs
import Media
import RateModel

/// The bits that the final preset is likely to take.
///
/// They are those of the scout's parts, moved to another quantiser by libx265's model, and to the final preset by a
/// scale that was fitted on other films.
struct LikelyBits {
    typealias Shares = (intra: ScoutBits.Share, inter: ScoutBits.Share)

    /// All parts together.
    let film: Shares
    private let known: ScoutBits
    private let middles: [Int]
    /// Bits of the final preset for one bit of the scout at the same rate factor.
    private let scale: Double

    private static let numbers = RateModelParameters.standard.steps

    /// Nil for a plan without the scout's bits, or with those of intra pictures alone.
    init?(_ plan: Plan, _ encoder: EncoderSettings) {
        guard let known = plan.scoutBits else { return nil }
        let shares = Self.sum(known.parts)
        guard shares.inter.pictures > 0, shares.intra.pictures > 0 else { return nil }
        film = shares
        self.known = known
        middles = known.parts.map(\.middleFrame)
        // The fitted scale is that of pictures of half the width and height.
        let samples = Double(encoder.size.width * encoder.size.height) / 4 / Double(max(known.pictureSamples, 1))
        scale = samples * Self.numbers.scaleOfScout
    }

    /// The shares of a range: of the parts whose middle is in the range, or else of the nearest part. Where these have
    /// no picture of a kind, those of the whole film stand in.
    ///
    /// - Parameter next: place of the first part that is not before the range; then that of the first one behind it.
    func shares(of frames: Range<Int>, from next: inout Int) -> Shares {
        let first = next
        next = middles[first...].firstIndex { $0 >= frames.upperBound } ?? middles.endIndex
        var chosen = first..<next
        if chosen.isEmpty {
            let middle = (frames.lowerBound + frames.upperBound) / 2
            let around = [first - 1, first].filter(middles.indices.contains)
            let nearest = around.min { (middles[$0] - middle).magnitude < (middles[$1] - middle).magnitude }
            chosen = nearest.map { $0..<$0 + 1 } ?? chosen
        }
        let (intra, inter) = Self.sum(known.parts[chosen])
        return (intra.pictures > 0 ? intra : film.intra, inter.pictures > 0 ? inter : film.inter)
    }

    /// Bits of so many pictures at a quantiser.
    func bits(_ shares: Shares, intraCount: Double, interCount: Double, atQuantizer quantizer: Double) -> Double {
        let finer = known.rateFactor - quantizer
        let rough = shares.intra.bits(finer) * intraCount + shares.inter.bits(finer) * interCount
        return rough * scale * exp2(Self.numbers.fallOfScout * (finer + Self.numbers.quantizerOverFactor))
    }

    private static func sum(_ parts: some Sequence<ScoutBits.Part>) -> Shares {
        (ScoutBits.Share(sum: parts.map(\.intra)), ScoutBits.Share(sum: parts.map(\.inter)))
    }
}

extension ScoutBits.Share {
    /// Mean bits of its pictures at a quantiser that is finer by some steps, by libx265's model.
    fileprivate func bits(_ steps: Double) -> Double {
        let octaves = steps / 6
        let bits =
            Double(textureBits) * exp2(1.1 * octaves) + Double(motionBits) * exp2(0.5 * octaves) + Double(miscBits)
        return bits / Double(max(pictures, 1))
    }
}
