import Media

/// Resolves how the picture is encoded: size, depth, speed and key frames.
extension JobResolver {
    /// Settles everything that x265 gets.
    mutating func resolveEncoder() -> EncoderSettings {
        let video = manifest.video
        checkCodec()
        checkComposition()
        settleFilters()
        checkDolbyVision()
        let size = isPlaced ? resolveFrame() : resolveSize()
        checkSize(size)
        let colour = resolvePresetColour(resolveColour())
        checkToneMap()
        let signalled = resolveSignalling(of: colour)
        let depth = resolveDepth(isHDR: colour.isHDR)
        settleSampling(depth: depth)
        let speed = resolveSpeed()
        let timeline = source.video.timeline
        if !timeline.hasConstantRate {
            let rate = timeline.nominalRate
            settle(
                "video.frameRate",
                "\(rate)",
                "frames have different durations: the encoder gets the most common rate or the average"
            )
        }
        settleRepetition()
        settleCarriedMetadata()
        return EncoderSettings(
            size: size,
            format: depth == 8 ? .yuv420p8 : .yuv420p10,
            frameRate: timeline.nominalRate,
            hasConstantRate: timeline.hasConstantRate,
            speed: speed,
            tune: video.tune ?? "none",
            keyFrameInterval: resolveKeyFrameInterval(timeline.nominalRate),
            temporalLevels: resolveTemporalLevels(),
            colourMetadata: resolveMetadata(colour, signalled: signalled),
            pixelAspect: source.video.pixelAspect,
            buffer: resolveBuffer(size: size),
            declaresBuffer: video.declaresBuffer,
            options: resolveOptions(size: size, speed: speed),
            codec: codec
        )
    }

    private mutating func resolveSize() -> PictureSize {
        let decoded = resolveRegion()
        var box = manifest.video.box
        var reason = region == nil ? "the size of the source" : "what is left of the source's \(source.video.size)"
        if !manifest.video.isSizeGiven, let preset = manifest.preset, let presetBox = preset.box {
            box = presetBox
            reason = "fits into the \(presetBox) of preset \(preset.rawValue)"
        } else if let box {
            reason = "fits into \(box)"
        }
        let shown = box.map { decoded.fitting(into: $0) } ?? decoded
        if shown == decoded, box != nil { reason = "the source \(reason); pictures are never enlarged" }
        let size = shown.roundedUpToEven
        if size != shown {
            shownSize = shown
            reason += "; padded to even sides, and a clean aperture of \(shown) hides the padding"
        }
        settle("video.size", "\(size)", reason)
        return size
    }

    private mutating func checkSize(_ size: PictureSize) {
        if min(size.width, size.height) < EncoderSettings.shortestSide {
            report(
                "video.size",
                "a picture of \(size) is too small: x265 needs 16 samples in each direction",
                "write a larger box"
            )
        } else if size.width > 8192 || size.height > 8192 || size.width * size.height > 8192 * 4320 {
            report("video.size", "a picture of \(size) is larger than HEVC's level 6.2 allows", "write a smaller box")
        }
    }

    /// Resolves the region of each picture that is encoded, and returns its size.
    private mutating func resolveRegion() -> PictureSize {
        let whole = source.video.size
        guard let crop = manifest.video.crop, crop != Manifest.Crop() else { return whole }
        guard let region = crop.region(of: whole) else {
            report("video.crop", "leaves nothing of a picture of \(whole)", "crop less")
            return whole
        }
        self.region = region
        return region.size
    }

    /// Resolves which part of the source is encoded; nil for the whole source, read as the file declares.
    mutating func resolvePart() -> SourcePart? {
        let reading = source.reading ?? .standard
        if let cut = source.cut {
            let range = source.video.timeline.timeRange
            let begin = source.startInFile.seconds
            settle(
                "source",
                "frames \(cut.frames.lowerBound) to \(cut.frames.upperBound - 1)",
                "the frames that start in the requested part: \(Quantity.words(range.duration.seconds)) s from "
                    + "\(Quantity.words(begin)) s on"
            )
        }
        if let films = source.films { settleJoints(films) }
        if let rate = reading.frameRate {
            settle("source.frameRate", "\(rate)", "as requested, in place of any times in the file")
        }
        if let rate = source.codedRate {
            settle(
                "source.frameRate",
                "\(rate)",
                "the rate that the stream declares (VUI), because its pictures have no times; --frame-rate sets another"
            )
        }
        if source.countsSamples == true {
            settle(
                "source.frameRate",
                "\(source.video.timeline.averageRate)",
                "the rate that the container declares: its pictures have no times, each of its samples has one "
                    + "picture, and no sample is missing"
            )
        }
        return SourcePart(reading: reading, frames: source.cut?.frames, region: region)
    }

    /// Reports which films are joined, in order, and which part of each is used.
    private mutating func settleJoints(_ films: [SourceDescription]) {
        for (number, (film, frames)) in zip(films, source.frameRanges).enumerated() {
            let start = Quantity.words(source.video.timeline.time(of: frames.lowerBound).seconds)
            let taken =
                film.cut.map { "its frames \($0.frames.lowerBound) to \($0.frames.upperBound - 1)" } ?? "all of it"
            settle(
                manifest.key(ofFilm: number),
                film.path,
                "\(taken): frames \(frames.lowerBound) to \(frames.upperBound - 1) of the film, from \(start) s on"
            )
        }
    }

    /// Reports the conversion of chroma and depth that a film of 4:2:0 in 8 or 10 bits cannot have.
    mutating func settleSampling(depth: Int) {
        let video = source.video
        if let chroma = video.chromaSampling, chroma != "4:2:0" {
            settle("video.chroma", "4:2:0", "the source is \(chroma), but every player must be able to play the film")
        }
        if !colours.isEmpty {
            settle("video.dither", "ordered", "converted colours have more steps than \(depth) bits")
        } else if let before = video.sourceBitDepth, before > depth {
            settle("video.dither", "ordered", "\(before) bits of the source are reduced to \(depth)")
        }
    }

    private mutating func resolveDepth(isHDR: Bool) -> Int {
        let decoded = source.video.format.bitDepth
        let presetDepth = manifest.preset?.bitDepth
        let depth = codec == .h264 ? 8 : manifest.video.bitDepth ?? presetDepth ?? (isHDR ? 10 : decoded)
        if isHDR, codec == .h264 {
            // Where the manifest asks for HDR, this is reported already.
            guard askedRange == .sdr else { return depth }
            report("video.codec", "the film is HDR, and H.264 films are SDR", "write hdr: sdr, or make an HEVC film")
        } else if isHDR, depth == 8 {
            report("video.bitDepth", "the film is HDR, which needs 10 bit", "leave the key out, or write 10")
        } else if isHDR {
            for (number, film) in source.parts.enumerated() where film.video.format.bitDepth == 8 {
                guard !colours.contains(where: { $0.areFor(film.video.colourAsYCbCr) }) else { continue }
                report(
                    manifest.key(ofFilm: number),
                    "\(source.films == nil ? "it" : film.fileName) is tagged HDR but has 8 bit",
                    "correct its tags, or write its real colour in video.colour"
                )
            }
        }
        if codec == .hevc, !capabilities.bitDepths.contains(depth) {
            let known = capabilities.bitDepths.map(String.init).joined(separator: " and ")
            report("video.bitDepth", "libx265 \(capabilities.version) of this build encodes \(known) bit, not \(depth)")
        }
        if manifest.video.bitDepth == nil {
            let reason = codec == .h264 ? "H.264" : isHDR ? "HDR is 10 bit" : "the depth of the source"
            let preset = presetDepth == nil || codec == .h264 ? nil : manifest.preset
            settle("video.bitDepth", String(depth), preset.map { "preset \($0.rawValue)" } ?? reason)
        }
        return depth
    }

    private mutating func resolveSpeed() -> String {
        if let speed = manifest.video.speed { return speed }
        if let preset = manifest.preset {
            settle("video.speed", preset.speed, "preset \(preset.rawValue)")
            return preset.speed
        }
        settle("video.speed", "medium", "the default")
        return "medium"
    }

    private mutating func resolveKeyFrameInterval(_ rate: FrameRate) -> Int {
        let preset = manifest.preset?.keyFrameInterval
        let interval = manifest.video.keyFrameInterval ?? preset ?? MediaTime(value: 10, timescale: 1)
        let frames = Int(min(max((interval.seconds * rate.framesPerSecond).rounded(), 1), 1_000_000))
        if manifest.video.keyFrameInterval == nil {
            let origin = preset == nil ? "the default" : manifest.preset.map { "preset \($0.rawValue)" } ?? ""
            settle("video.keyFrameInterval", "\(Quantity.words(interval.seconds))s", "\(origin), \(frames) frames")
        }
        return frames
    }

    /// x265 rejects pictures that are smaller than one coding tree unit.
    private mutating func resolveOptions(size: PictureSize, speed: String) -> [String: String] {
        var options = manifest.video.options
        guard codec == .hevc else { return options }
        if let given = options["ctu"].flatMap(Int.init) {
            if given > min(size.width, size.height) {
                report("video.options.ctu", "is larger than the picture (\(size))", "write 16 or leave it out")
            }
        } else if let largest = EncoderSettings.treeUnit(fitting: size, speed: speed) {
            options["ctu"] = String(largest)
            settle("video.options.ctu", String(largest), "the largest that fits into a picture of \(size)")
        }
        if let metric = manifest.video.optimize { addOptions(for: metric, speed: speed, to: &options) }
        return options
    }
}
