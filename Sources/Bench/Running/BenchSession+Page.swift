extension BenchSession {
    /// The report of a run that this session measured, with the worst frames of its worst clip: as long as the run's
    /// encodes are there, which is until `finish`.
    ///
    /// - Parameters:
    ///   - run: what `measure` gave.
    ///   - history: runs of the suite before it.
    ///   - remarks: what else is to be said at the top.
    package func page(of run: BenchRun, history: [BenchRun] = [], remarks: [String] = []) -> BenchPage {
        var clips: [String: String] = [:]
        for clip in run.clips { clips[clip.name] = path(ofClip: clip.name) }
        let worst = BenchScenes(run, folder: runFolder, clips: clips).worst()
        return BenchPage(
            Self.withoutEncodes(run),
            history: history,
            scene: worst.scene,
            remarks: remarks + worst.remarks
        )
    }
}
