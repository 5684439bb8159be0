import Media

extension BenchClip {
    /// The clip's entry in a record.
    package func record(_ found: Result<FoundClip, BenchHole>) -> BenchClipRecord {
        var record = BenchClipRecord(
            name: name,
            contentClass: contentClass,
            licence: licence,
            sha256: nil,
            size: nil,
            frameCount: nil,
            duration: nil,
            frameRate: nil,
            isHighDynamicRange: false,
            hole: nil
        )
        switch found {
        case .success(let clip):
            let video = clip.source.video
            record.sha256 = clip.sha256
            record.size = video.size
            record.frameCount = video.timeline.count
            record.duration = clip.seconds
            record.frameRate = video.timeline.averageRate.framesPerSecond
            record.isHighDynamicRange = video.colour.isHDR
        case .failure(let hole): record.hole = hole
        }
        return record
    }
}
