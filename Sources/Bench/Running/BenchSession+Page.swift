extension BenchSession {
    /// The report of a run that this session measured, with the worst frames of its worst clip. It needs the encodes of
    /// the run, which `finish` removes.
    ///
    /// - Parameters:
    ///   - run: the result of `measure`.
    ///   - history: runs of the suite before it.
    ///   - remarks: further text for the top of the page.
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
