import Media

/// Resolves how films that differ become one: their frame, their times, and what none of them may leave open.
extension JobResolver {
    /// Reports what prevents films from becoming one: colours that nobody states, and turns that pixels cannot make.
    mutating func checkComposition() {
        for (number, film) in source.parts.enumerated() {
            if let given = film.reading?.colour, !film.video.colour.changes(to: given).isEmpty {
                let changes = film.video.colour.changes(to: given).joined(separator: ", ")
                report(
                    "\(manifest.key(ofFilm: number)).colour",
                    "contradicts the tags of \(film.fileName): \(changes)",
                    "leave the key out, or correct the tags of the file"
                )
            }
            guard let composition else { continue }
            if composition.colour.isMixed, !film.video.colourAsYCbCr.isSpecified {
                report(
                    "\(manifest.key(ofFilm: number)).colour",
                    "\(film.fileName) does not say all of its colours (\(film.video.colour)), and they differ from "
                        + "those of the other films",
                    "say what they are, as in colour: {primaries: bt709, transfer: bt709, matrix: bt709}"
                )
            }
            if isPlaced, film.video.shownSize == nil {
                report(
                    manifest.key(ofFilm: number),
                    "the display matrix of \(film.fileName) turns its pictures by other than quarters, and its pixels "
                        + "must be turned to fit the frame",
                    "turn it first, as with: ffmpeg -i FILE -vf rotate=... OUT.mkv"
                )
            }
        }
    }

    /// The frame in which the pictures of films that differ in shape are placed.
    mutating func resolveFrame() -> PictureSize {
        if manifest.video.crop.map({ $0 != Manifest.Crop() }) == true {
            report(
                "video.crop",
                "is for films of one shape that fill the film",
                "leave it out; fit: crop cuts off what is outside the frame"
            )
        }
        let own = source.video.size
        var (frame, reason) = (own, "the shown size of the first film, with square pixels")
        if let box = manifest.video.box {
            frame = PictureSize(width: box.width - box.width % 2, height: box.height - box.height % 2)
            reason = frame == box ? "the frame that was asked for" : "the frame that was asked for, with even sides"
        } else if !manifest.video.isSizeGiven, let preset = manifest.preset, let box = preset.box {
            frame = own.fitting(into: box)
            reason = "the first film in the \(box) of preset \(preset.rawValue)"
        }
        settle("video.size", "\(frame)", reason)
        for (number, film) in source.parts.enumerated() {
            guard let placement = film.placement(in: frame) else { continue }
            settle(
                "\(manifest.key(ofFilm: number)).fit",
                "\(film.fit ?? .contain)",
                placement.words(film.video, in: frame)
            )
        }
        return frame
    }

    /// Reports how films are filtered, and refuses interlaced ones that are not, and damage that a filter would spread.
    mutating func settleFilters() {
        let readings = source.parts.compactMap(\.reading)
        if readings.contains(where: \.isFiltered), readings.contains(where: \.concealsDamage) {
            report("onDamage", "pictures cannot be filtered while damage is concealed", "leave one of them out")
        }
        if let denoising = manifest.video.denoising {
            settle("video.denoise", denoising.rawValue, "averages of \(denoising.window) pictures where nothing moves")
        }
        if manifest.video.debands { settle("video.deband", "true", "steps in smooth areas are blurred") }
        settleBurning()
        for (number, film) in source.parts.enumerated() {
            guard let mode = film.reading?.deinterlacing else {
                guard film.video.isInterlaced else { continue }
                report(
                    manifest.key(ofFilm: number),
                    "\(film.fileName) is interlaced; a film is progressive",
                    "write deinterlace: frame, or field for a frame of each field"
                )
                continue
            }
            let words =
                switch mode {
                case .auto: "pictures that are flagged as interlaced are deinterlaced by bwdif, the others stay"
                case .frame: "every picture is deinterlaced by bwdif"
                case .field: "every field becomes a frame by bwdif: \(film.video.timeline.count) of this film"
                }
            settle("\(manifest.key(ofFilm: number)).deinterlace", mode.rawValue, words)
        }
    }

    /// Reports which subtitles are drawn, and what prevents it.
    private mutating func settleBurning() {
        guard let burning = manifest.video.burning else { return }
        let scripts = source.parts.compactMap(\.script)
        guard let build = scripts.first?.build else {
            return report("video.burn", "the source has no subtitles", "leave it out")
        }
        if !isPlaced, source.video.displayMatrix != nil {
            report(
                "video.burn",
                "players turn the pictures of this film, and its text with them",
                "write fit: contain, which turns the pictures themselves"
            )
        }
        let texts = scripts.reduce(0) { $0 + $1.events.count }
        let fonts = burning.fonts.map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path }
        settle(
            "video.burn",
            "subtitle \(burning.track)",
            "\(counted(texts, "text")) drawn by \(build) in \(fonts.joined(separator: ", ")); not carried as a track"
        )
    }

    /// Reports how many frames another rate costs.
    mutating func settleRepetition() {
        guard let rate = manifest.video.outputFrameRate else { return }
        let changes = source.parts.map { $0.repetition?.changes(in: $0.video.timeline.count) ?? (0, 0) }
        let repeated = changes.reduce(0) { $0 + $1.0 }
        let leftOut = changes.reduce(0) { $0 + $1.1 }
        settle(
            "video.outputFrameRate",
            "\(rate)",
            "as requested: \(counted(repeated, "frame")) shown again, \(leftOut) left out"
        )
    }

    /// What prevents dynamic metadata from being kept, because the frames of the source are not those of the film.
    var compositionFaults: [String] {
        var faults: [String] = []
        if isPlaced { faults.append("the films are placed in one frame") }
        if composition?.colour.isMixed == true { faults.append("the films have different colours") }
        if manifest.video.outputFrameRate != nil { faults.append("frames are repeated or left out") }
        if source.parts.contains(where: { $0.fields != nil }) { faults.append("each field becomes a frame") }
        return faults
    }

    /// Why the film has its colours, where the films of the source differ in theirs.
    var reasonOfColours: String? {
        guard let composition, composition.colour.isMixed else { return nil }
        let films = source.parts
        let winner = films[composition.colour.winner]
        let ranges = Set(films.map { Manifest.DynamicRange(transfer: $0.video.colour.transfer) })
        var words =
            switch (ranges.contains(.hlg), ranges.contains(.hdr10), ranges.contains(.sdr)) {
            case (true, true, true): "HLG wins over PQ and SDR"
            case (true, true, false): "HLG wins over PQ"
            case (true, false, true): "HLG wins over SDR"
            case (false, true, true): "PQ wins over SDR"
            default: "the films differ only in gamut"
            }
        words += ", and the gamut is the widest of all films"
        if winner.video.colourAsYCbCr.isAlike(to: composition.colour.colour) {
            words += ": the colours of \(winner.fileName)"
        }
        return words
    }
}

extension PicturePlacement {
    /// As in `1440x1080 at 240, 0, scaled from 720x576, turned by 90 degrees`.
    fileprivate func words(_ video: VideoTrack, in frame: PictureSize) -> String {
        var words = place.size == frame ? "fills the frame" : "\(place) of the frame, black around it"
        if region.size != video.size { words += ", from \(region) of \(video.size)" }
        let turned = turn.turned(region.size)
        if turned != place.size { words += ", scaled from \(turned)" }
        if turn != .none { words += ", \(turn)" }
        return keepsSamples && video.pixelAspect == .square ? "\(words), not scaled" : words
    }
}
