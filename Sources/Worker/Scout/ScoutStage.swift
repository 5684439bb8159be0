import Farm
import Foundation
import Intake
import Media

/// Pass 0: measures how much the frames of coarse ranges differ, and concludes from all of them where scenes start.
struct ScoutStage {
    private let site: WorkSite

    init(_ site: WorkSite) { self.site = site }

    /// Measures the unit's coarse ranges; a unit without ranges concludes.
    func run(_ unit: WorkUnit) throws {
        if unit.ranges.isEmpty { return try conclude() }
        let reader = try MovieReader(source: site.source)
        let coarse = RangePlanner.coarseRanges(of: site.source.video.timeline)
        for index in unit.ranges {
            guard coarse.indices.contains(index) else { throw noSuchRange(index, of: coarse.count) }
            let meter = CostMeter()
            let activities = try SceneScout.scan(reader, frames: coarse[index].frames)
            try site.directory.publish(
                ScoutResult(
                    job: site.job.id,
                    range: index,
                    frames: coarse[index].frames,
                    activities: activities.map(\.numbers),
                    cost: meter.cost
                )
            )
            site.say(.published(range: index))
        }
    }

    /// Puts the measurements of all coarse ranges together: the cuts are the same whatever the ranges were.
    private func conclude() throws {
        var activities: [FrameActivity] = []
        for index in RangePlanner.coarseRanges(of: site.source.video.timeline).indices {
            let result = try site.published(
                try site.directory.scoutResult(range: index),
                site.directory.resultPath(pass: 0, range: index)
            )
            for numbers in result.activities {
                guard let activity = FrameActivity(numbers: numbers) else {
                    throw WorkError(
                        .badInput,
                        attempted: "find the film's scene changes",
                        subject: "scout result \(index)",
                        cause: "its numbers are not those of a frame",
                        remedy: "begin again with --restart"
                    )
                }
                activities.append(activity)
            }
        }
        try site.directory.publish(SceneCutList(job: site.job.id, cuts: SceneCuts.cuts(in: activities)))
    }

    private func noSuchRange(_ index: Int, of count: Int) -> WorkError {
        WorkError(
            .usage,
            attempted: "scout range \(index)",
            subject: site.source.path,
            cause: "there are \(count) of them"
        )
    }
}
