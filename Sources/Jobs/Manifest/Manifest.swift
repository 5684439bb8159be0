package import Media

/// What a user requests: a manifest as written, or the options of `granary encode`.
///
/// Nil means "not given". `ResolvedJob.resolving` replaces it with the value of the preset or the default.
package struct Manifest: Hashable, Sendable {
    /// The version of the format, the value of `apiVersion`.
    package static let apiVersion = "granary/v1"

    /// Name of the manifest in messages: the path that the user gave.
    package var file: String
    /// Name of the job.
    package var name: String?
    /// Absolute path of the film to encode.
    package var source: String
    /// The films of a list, which are joined in order; empty if the source is one film. With a list, `source` is the
    /// path of the first film, `reading` applies to all films, and `start` and `duration` apply to all of them
    /// together.
    package var films: [ListedFilm] = []
    /// How it is read, for what the file does not declare.
    package var reading = SourceReading.standard
    /// How the pictures of a single film are brought into the frame; nil for `video.fit`.
    package var fit: FrameFit?
    /// Whether the pictures of a single film may be enlarged; nil for `video.isEnlarged`.
    package var isEnlarged: Bool?
    /// Time in the source at which the encoded film begins; nil for its start.
    package var start: MediaTime?
    /// Duration of the encoded part; nil for the rest.
    package var duration: MediaTime?
    /// Absolute path of the film to make; of the first one if there are several.
    package var output: String
    /// What the user calls the first film of several; nil if the job makes only one.
    package var outputName: String?
    /// The films that the job makes in addition to the first one.
    package var furtherOutputs: [FurtherOutput] = []
    /// The stills that the job makes of its source.
    package var stills: [WantedStill] = []
    /// The preset, which supplies what is not given.
    package var preset: ExportPreset?
    /// How the picture is encoded.
    package var video = Video()
    /// How many passes are allowed.
    package var passes = Passes()
    /// How the film may be cut into ranges.
    package var ranges = RangeLimits.standard
    /// Which audio tracks are carried; nil for the preset's choice, or without one for all that MP4 can hold.
    package var audio: Audio?
    /// What happens if something cannot be carried.
    package var onLoss = LossPolicy.warn
    /// How much of the film is verified.
    package var verification = Verification.full
    /// 0 to 100, higher first.
    package var priority = 50
    /// Name in the user's own system.
    package var externalID = ""
    /// Names of the operator's hooks that learn how the films ended; empty for none.
    package var onFinish: [String] = []
    /// Slurm options, which override those of the site file.
    package var slurm = SlurmOptions()
    /// Position of each given key, by its path; empty if the job was not read from a file.
    package var positions: [String: TextPosition] = [:]

    /// Creates a manifest with defaults for everything except its two files. Both paths are absolute.
    package init(file: String, source: String, output: String) {
        self.file = file
        self.source = source
        self.output = output
    }

    /// One film of a list.
    package struct ListedFilm: Hashable, Sendable {
        /// Absolute path.
        package var path: String
        /// How it is read, for what the file does not declare.
        package var reading = SourceReading.standard
        /// How its pictures are brought into the frame; nil for the choice of all films.
        package var fit: FrameFit?
        /// Whether its pictures may be enlarged; nil for the choice of all films.
        package var isEnlarged: Bool?
        /// Time in it at which its part begins; nil for its start.
        package var start: MediaTime?
        /// Duration of the encoded part; nil for the rest.
        package var duration: MediaTime?

        /// The whole film, read as its file declares.
        package init(path: String) { self.path = path }
    }

    /// A film that the job makes in addition to the first one.
    package struct FurtherOutput: Hashable, Sendable {
        /// What the user calls it.
        package var name: String
        /// Absolute path of the film to make.
        package var path: String
        /// The preset, which supplies what is not given.
        package var preset: ExportPreset?
        /// How the picture is encoded.
        package var video: Video
        /// Its place in the manifest, as in `outputs[1]`.
        package var place: String
    }

    /// How the picture is encoded.
    package struct Video: Hashable, Sendable {
        /// A box into which the coded picture fits, or the frame of films that differ in shape; nil for the size of the
        /// source.
        package var box: PictureSize?
        /// True if `size` was given, so that a preset does not replace it.
        package var isSizeGiven = false
        /// How pictures are brought into the frame of films that differ in shape; nil for `contain`, and for a box
        /// around films of one shape.
        package var fit: FrameFit?
        /// Whether pictures may be enlarged to fill the frame; nil if they may not.
        package var isEnlarged: Bool?
        /// How interlaced pictures of all films become progressive; nil if they are refused.
        package var deinterlacing: Deinterlacing?
        /// How much noise is removed from all films; nil for none.
        package var denoising: Denoising?
        /// Whether steps in smooth areas of all films are blurred.
        package var debands = false
        /// The subtitles that are drawn into the pictures of all films; nil for none.
        package var burning: SubtitleBurning?
        /// The frame rate that frames are repeated or left out for; nil for the times of the source.
        package var outputFrameRate: FrameRate?
        /// The crop of the source's picture; nil for none.
        package var crop: Crop?
        /// The codec.
        package var codec = VideoCodec.hevc
        /// 8 or 10; nil for auto.
        package var bitDepth: Int?
        /// x265 preset.
        package var speed: String?
        /// x265 tune, or `none`.
        package var tune: String?
        /// The goal of the film.
        package var rate: RateGoal?
        /// The metric that the distribution of an average rate serves; nil for `balanced`.
        package var optimize: QualityMetric?
        /// Highest rate at which a decoder's buffer is filled, in bit/s; nil for no limit.
        package var maximumRate: Int?
        /// Size of that buffer in bits; nil for one second at the highest rate.
        package var bufferBits: Int?
        /// Whether the stream declares when pictures leave that buffer.
        package var declaresBuffer = false
        /// Longest distance between IDR pictures; nil for the default.
        package var keyFrameInterval: MediaTime?
        /// Temporal levels; nil for one level.
        package var temporal: TemporalRequest?
        /// The dynamic range of the film; nil for that of the source.
        package var range: DynamicRange?
        /// Colours of the film, and tags for an untagged source; nil members are those of the source.
        package var colour = Colour()
        /// How HDR becomes SDR; nil for the default.
        package var toneMap: ToneMap?
        /// Mastering display; nil for that of the source.
        package var masteringDisplay: MasteringDisplay?
        /// Content light levels.
        package var contentLight = ContentLightChoice.source
        /// The dynamic HDR metadata of the source to keep; nil for none.
        package var dynamicMetadata: DynamicMetadataRequest?
        /// Other x265 options, checked.
        package var options: [String: String] = [:]

        /// Everything from the source and the preset.
        package init() {}
    }

    /// Which dynamic HDR metadata of the source the film keeps.
    package struct DynamicMetadataRequest: Hashable, Sendable {
        /// Whether everything is kept that the source has.
        package var keepsAll = false
        /// The kinds that the source, or a file for it, must have, or that are measured.
        package var kept = KeptMetadata.none
        /// Absolute paths of files in place of what the source has, by kind.
        package var files: [MetadataFile.Kind: String] = [:]
    }

    /// What is cropped from the edges of a picture, in luma samples and rows, before rotation and scaling.
    package struct Crop: Hashable, Sendable {
        /// Samples from the left edge, even.
        package var left = 0
        /// Rows from the upper edge, even.
        package var top = 0
        /// Samples from the right edge.
        package var right = 0
        /// Rows from the lower edge.
        package var bottom = 0

        /// No crop.
        package init() {}

        /// The region of a picture that is left; nil if nothing is left.
        package func region(of size: PictureSize) -> PictureRegion? {
            let (width, height) = (size.width - left - right, size.height - top - bottom)
            guard width > 0, height > 0 else { return nil }
            return PictureRegion(left: left, top: top, size: PictureSize(width: width, height: height))
        }
    }

    /// How the number of temporal levels is given.
    package enum TemporalRequest: Hashable, Sendable {
        /// The number of levels, 1 to 5.
        case levels(Int)
        /// The frame rate of the lowest level, which is the source's rate divided by a power of two.
        case baseLayerFrameRate(Double)
    }

    /// H.273 codes for a source that has none; nil for the source's own codes.
    package struct Colour: Hashable, Sendable {
        /// ColourPrimaries.
        package var primaries: UInt8?
        /// TransferCharacteristics.
        package var transfer: UInt8?
        /// MatrixCoefficients.
        package var matrix: UInt8?
        /// VideoFullRangeFlag.
        package var isFullRange: Bool?

        /// The source's tags.
        package init() {}

        /// The codes, 2 (unspecified) where there are none.
        package var description: ColourDescription {
            ColourDescription(
                primaries: primaries ?? 2,
                transfer: transfer ?? 2,
                matrix: matrix ?? 2,
                isFullRange: isFullRange
            )
        }
    }

    /// Where content light levels come from.
    package enum ContentLightChoice: Hashable, Sendable {
        /// From the source; measured if a PQ source has none.
        case source
        /// Measured, whatever the source declares.
        case measure
        /// None.
        case none
        /// These.
        case levels(ContentLight)
    }

    /// The dynamic range that a source must have.
    package enum DynamicRange: String, Hashable, Sendable, CaseIterable {
        /// Neither PQ nor HLG.
        case sdr
        /// HLG.
        case hlg
        /// PQ.
        case hdr10
    }

    /// How many passes are allowed.
    package struct Passes: Hashable, Sendable {
        /// Maximum number of passes; nil for auto.
        package var maximum: Int?
        /// Largest accepted miss, as a fraction.
        package var tolerance = 0.005
        /// Most CPU time of further passes, as a fraction of that of the passes before them.
        package var budget = 0.1

        /// The defaults.
        package init() {}
    }

    /// Which audio tracks are carried.
    package enum Audio: Hashable, Sendable {
        /// Every track that MP4 can hold.
        case copy
        /// None.
        case none
        /// These tracks, copied.
        case tracks([TrackSelector])
        /// These tracks, or all for nil: encoded as AAC if the film cannot hold them as they are.
        case aac([TrackSelector]?)
    }

    /// Selects one or more audio tracks of a source.
    package enum TrackSelector: Hashable, Sendable {
        /// The track with this number among the audio tracks, from 0.
        case index(Int)
        /// Every track in this language (ISO 639-2/T).
        case language(String)
    }
}
