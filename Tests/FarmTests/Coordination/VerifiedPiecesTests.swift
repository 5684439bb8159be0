import Media
import Testing

@testable import Coordination
@testable import Jobs

@Suite("Units of the verification")
struct VerifiedPiecesTests {
    @Test("units of the verification have a few seconds of work for any picture size, and each range is in one")
    func verifiedPieces() {
        let small = JobSample.job()
        let plan = JobSample.plan(small)
        var large = small
        large.encoder.size = PictureSize(width: 3840, height: 2160)
        let (few, many) = (
            Pipeline(small).verificationBundles(of: plan),
            Pipeline(large).verificationBundles(of: plan)
        )
        #expect(few.joined().elementsEqual(plan.ranges.indices) && many.joined().elementsEqual(plan.ranges.indices))
        // Whole ranges: an eighth of a film of a minute, or two and a half seconds of large pictures.
        #expect(few.count <= 8 && many.count > few.count)
        let enough = 5e8 / (3840 * 2160)
        for bundle in many where bundle.count > 1 {
            let frames = bundle.dropLast().reduce(0) { $0 + plan.ranges[$1].frames.count }
            #expect(Double(frames) < enough)
        }
    }
}
