/// A conversion of colours that is the same for every picture of a film: from R'G'B' of the source to R'G'B' of the
/// film, display-referred, in doubles.
package struct ColourConversion: Sendable {
    /// What is converted to what.
    package struct Terms: Hashable, Sendable, Codable {
        /// The colours of the source.
        package let source: ColourDescription
        /// The colours of the film.
        package let target: ColourDescription
        /// How HDR becomes SDR; nil if it does not.
        package let toneMap: ToneMap?

        /// Creates terms; nil for colours that have an `obstacleToConversion`.
        ///
        /// - Parameter toneMap: matters only if HDR becomes SDR; nil for BT.2446 method A.
        package init?(from source: ColourDescription, to target: ColourDescription, toneMap: ToneMap? = nil) {
            guard source.obstacleToConversion == nil, target.obstacleToConversion == nil else { return nil }
            (self.source, self.target) = (source, target)
            self.toneMap = source.isHDR && !target.isHDR ? toneMap ?? .bt2446a : nil
        }

        /// Whether they are for a source of these colours. What it does not specify does not matter.
        package func areFor(_ colour: ColourDescription) -> Bool {
            colour.filled(from: source).isAlike(to: source)
        }

        private enum CodingKeys: String, CodingKey { case source, target, toneMap }

        /// Reads terms. Throws if the colours cannot be converted.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let own = Terms(
                from: try container.decode(ColourDescription.self, forKey: .source),
                to: try container.decode(ColourDescription.self, forKey: .target),
                toneMap: try container.decodeIfPresent(ToneMap.self, forKey: .toneMap)
            )
            guard let own else {
                throw DecodingError.dataCorruptedError(
                    forKey: .source,
                    in: container,
                    debugDescription: "no conversion of these colours is known"
                )
            }
            self = own
        }

        /// Whether the result depends on how bright the film is: PQ becomes HLG or, unless it is clipped, SDR.
        package var dependsOnPeak: Bool { source.transfer == 16 && target.transfer != 16 && toneMap != .clip }
    }

    /// What is converted to what.
    package let terms: Terms
    /// The brightest component of the source in cd/m², 1 to 10000. It matters where the film cannot be as bright.
    package let peak: Double

    private let functions: (source: TransferFunction, target: TransferFunction)
    private let luminances: (source: RGBMatrix.Colour, target: RGBMatrix.Colour)
    /// From the primaries of the source to those in which tones are mapped, and from these to those of the film.
    private let matrices: (first: RGBMatrix, second: RGBMatrix)

    /// The primaries in which tones are mapped: BT.2020.
    private static let working: UInt8 = 9

    /// Creates a conversion.
    ///
    /// - Parameter peak: the brightest component of a PQ source; other sources have that of their transfer function.
    package init(_ terms: Terms, peak: Double) {
        let (source, target) = (terms.source, terms.target)
        guard let sourceFunction = TransferFunction(code: source.transfer),
            let targetFunction = TransferFunction(code: target.transfer),
            let sourceLuminances = RGBMatrix.luminances(of: source.primaries),
            let targetLuminances = RGBMatrix.luminances(of: target.primaries),
            let first = RGBMatrix(from: source.primaries, to: Self.working),
            let second = RGBMatrix(from: Self.working, to: target.primaries)
        else { preconditionFailure("terms have no obstacle") }
        self.terms = terms
        functions = (sourceFunction, targetFunction)
        self.peak = sourceFunction == .pq ? min(max(peak, 1), sourceFunction.peak) : sourceFunction.peak
        luminances = (sourceLuminances, targetLuminances)
        matrices = (first, second)
    }

    /// R'G'B' of the film, 0 to 1, for R'G'B' of the source.
    package func signal(_ signal: RGBMatrix.Colour) -> RGBMatrix.Colour {
        var light = matrices.first(functions.source.light(of: signal, luminances.source))
        if let toneMap = terms.toneMap {
            light = toneMap.mapped(light, peak: peak)
        } else if functions.target.peak < functions.source.peak {
            light = ToneMap.lowered(light, from: peak, to: functions.target.peak)
        }
        let fitting = functions.target.fitting(matrices.second(light), luminances.target)
        return functions.target.signal(of: fitting, luminances.target)
    }
}

extension ColourDescription {
    /// Why pictures with these colours cannot be converted to others; nil if they can.
    package var obstacleToConversion: String? {
        if RGBMatrix.luminances(of: primaries) == nil {
            let name = ColourNames.name(of: primaries, in: ColourNames.primaries)
            return "the primaries are \(name); those with a white of D65 can be converted"
        }
        if TransferFunction(code: transfer) == nil {
            let name = ColourNames.name(of: transfer, in: ColourNames.transfers)
            return "the transfer is \(name); those of television, sRGB, PQ and HLG can be converted"
        }
        guard LumaWeights(matrix: matrix) == nil else { return nil }
        return "the matrix is \(ColourNames.name(of: matrix, in: ColourNames.matrices))"
    }
}
