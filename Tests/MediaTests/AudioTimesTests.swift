import Media
import Testing

struct AudioTimesTests {
    private func track(_ stretches: [AudioStretch], timescale: Int32 = 48000) -> AudioTrack {
        var track = AudioTrack(
            streamIndex: 0,
            codec: "aac",
            configuration: [],
            sampleRate: 48000,
            channelCount: 1,
            language: "und",
            obstacle: nil,
            timescale: timescale,
            mediaDuration: 0,
            presentedFrom: 0,
            presentedDuration: 0,
            presentationStart: .zero,
            packetCount: 0
        )
        track.present(stretches)
        return track
    }

    @Test("Priming is before the start of a track, and the rest follows it")
    func single() {
        let start = MediaTime(value: 1, timescale: 2)
        let track = track([AudioStretch(from: 1024, duration: 48000, start: start)])
        #expect(track.presentationTime(of: 1024) == start)
        #expect(track.presentationTime(of: 0) == start - MediaTime(value: 1024, timescale: 48000))
        #expect(track.presentationTime(of: 49024) == MediaTime(value: 3, timescale: 2))
        #expect(track.presentedRange == TimeRange(start: start, end: MediaTime(value: 3, timescale: 2)))
    }

    @Test("Each stretch has its own start")
    func several() {
        let track = track([
            AudioStretch(from: 0, duration: 100, start: .zero),
            AudioStretch(from: 300, duration: 100, start: MediaTime(value: 1, timescale: 1)),
        ])
        #expect(track.presentationTime(of: 99) == MediaTime(value: 99, timescale: 48000))
        #expect(track.presentationTime(of: 200) == MediaTime(value: 47900, timescale: 48000))
        #expect(track.presentationTime(of: 350) == MediaTime(value: 48050, timescale: 48000))
        #expect(track.presentedRange.end == MediaTime(value: 48100, timescale: 48000))
    }

    @Test("Times that no timescale has are rounded, and none overflows")
    func strange() {
        let start = MediaTime(value: 1, timescale: 2_147_483_647)
        let track = track([AudioStretch(from: 0, duration: 10, start: start)], timescale: 2_147_483_646)
        #expect(track.presentationTime(of: 5) == MediaTime(value: 6, timescale: 2_147_483_646))
        let late = self.track([AudioStretch(from: 0, duration: 10, start: MediaTime(value: .max, timescale: 1))])
        #expect(late.presentationTime(of: 5) == MediaTime(value: .max, timescale: 48000))
    }

    @Test("A stretch is played to its end, or to the start of the next one where films meet within a sample")
    func played() {
        // One frame of 24 a second is 1837.5 samples at 44100 Hz.
        let track = track(
            [
                AudioStretch(from: 1024, duration: 1838, start: .zero),
                AudioStretch(from: 4096, duration: 44100, start: MediaTime(value: 1, timescale: 24)),
                AudioStretch(from: 50000, duration: 100, start: MediaTime(value: 3, timescale: 1)),
            ],
            timescale: 44100
        )
        let seconds: [Double] = [1.0 / 24, 1, 100.0 / 44100]
        #expect(track.playedSeconds == seconds)
    }
}
