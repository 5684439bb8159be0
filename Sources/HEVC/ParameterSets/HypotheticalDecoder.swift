package import Media

/// hrd_parameters() of ISO/IEC 23008-2 E.2.2: how the buffer of a hypothetical decoder is filled, and the lengths of
/// the fields for the times at which pictures leave it.
package struct HypotheticalDecoder: Hashable, Sendable {
    /// One delivery schedule of the stream: cpb_size_value and bit_rate_value, scaled.
    package struct Delivery: Hashable, Sendable {
        /// BitRate in bit/s.
        package let bitsPerSecond: UInt64
        /// CpbSize in bits.
        package let bufferBits: UInt64
        /// cbr_flag: bits arrive without interruption.
        package let isConstant: Bool

        /// The limits of a buffer; nil if they exceed those that a film may have.
        package var limits: BufferLimits? {
            guard let rate = Int(exactly: bitsPerSecond), let bits = Int(exactly: bufferBits) else { return nil }
            return BufferLimits(bitsPerSecond: rate, bufferBits: bits)
        }
    }

    /// nal_hrd_parameters_present_flag.
    package private(set) var hasNAL = false
    /// vcl_hrd_parameters_present_flag.
    package private(set) var hasVCL = false
    /// sub_pic_hrd_params_present_flag.
    package private(set) var hasSubPictures = false
    /// initial_cpb_removal_delay_length_minus1 + 1.
    package private(set) var initialDelayLength = 24
    /// au_cpb_removal_delay_length_minus1 + 1.
    package private(set) var removalDelayLength = 24
    /// dpb_output_delay_length_minus1 + 1.
    package private(set) var outputDelayLength = 24
    /// For each sub-layer, the lowest first, its schedules for NAL units; empty if there are none.
    package var deliveries: [[Delivery]] = []
    /// elemental_duration_in_tc_minus1 + 1 of each sub-layer, the lowest first: ticks from one picture to the next if
    /// that is fixed; else nil.
    package var pictureTicks: [Int?] = []
    /// That of the highest sub-layer.
    package var ticksPerPicture: Int? { pictureTicks.last ?? nil }

    private var rateScale: UInt64 = 0
    private var sizeScale: UInt64 = 0

    /// Empty: `pass` reads it.
    init() {}

    /// The decoder of a film within limits: one schedule for NAL units, whose rate may fall to zero, the same for every
    /// sub-layer.
    ///
    /// Declared values are rounded down to their units, 64 bit/s and 16 bits: see `declarable(_:)`.
    package init(_ limits: BufferLimits, subLayers: Int) {
        hasNAL = true
        let declared = Self.declarable(limits)
        initialDelayLength = Self.delayLength
        removalDelayLength = Self.delayLength
        outputDelayLength = Self.outputLength
        deliveries = Array(
            repeating: [
                Delivery(
                    bitsPerSecond: UInt64(declared.bitsPerSecond),
                    bufferBits: UInt64(declared.bufferBits),
                    isConstant: false
                )
            ],
            count: subLayers
        )
    }

    private static let delayLength = 24
    private static let outputLength = 8

    /// The limits that can be declared and are within these.
    package static func declarable(_ limits: BufferLimits) -> BufferLimits {
        let (rate, bits) = (max(limits.bitsPerSecond / 64, 1) * 64, max(limits.bufferBits / 16, 1) * 16)
        return BufferLimits(bitsPerSecond: rate, bufferBits: bits) ?? limits
    }

    /// Parses a structure for `subLayers` sub-layers (1 to 7), and returns where the part of each sub-layer is, in
    /// bits. Without common information that of the previous structure applies.
    mutating func pass(
        _ bits: inout BitReader,
        hasCommonInformation: Bool,
        subLayers: Int
    ) throws(BitstreamError) -> [Range<Int>] {
        if hasCommonInformation { try readCommonInformation(&bits) }
        deliveries = []
        pictureTicks = []
        var parts: [Range<Int>] = []
        for _ in 0..<subLayers {
            let start = bits.position
            deliveries.append(try readSubLayer(&bits))
            parts.append(start..<bits.position)
        }
        return parts
    }

    private mutating func readCommonInformation(_ bits: inout BitReader) throws(BitstreamError) {
        hasNAL = try bits.flag("nal_hrd_parameters_present_flag")
        hasVCL = try bits.flag("vcl_hrd_parameters_present_flag")
        hasSubPictures = false
        guard hasNAL || hasVCL else { return }
        hasSubPictures = try bits.flag("sub_pic_hrd_params_present_flag")
        if hasSubPictures { try bits.skip(8 + 5 + 1 + 5, "sub_pic_hrd_params") }
        rateScale = UInt64(try bits.bits(4, "bit_rate_scale"))
        sizeScale = UInt64(try bits.bits(4, "cpb_size_scale"))
        if hasSubPictures { try bits.skip(4, "cpb_size_du_scale") }
        initialDelayLength = Int(try bits.bits(5, "initial_cpb_removal_delay_length_minus1")) + 1
        removalDelayLength = Int(try bits.bits(5, "au_cpb_removal_delay_length_minus1")) + 1
        outputDelayLength = Int(try bits.bits(5, "dpb_output_delay_length_minus1")) + 1
    }

    private mutating func readSubLayer(_ bits: inout BitReader) throws(BitstreamError) -> [Delivery] {
        let isFixed = try bits.flag("fixed_pic_rate_general_flag")
        // Inferred to be 1 if the general flag is (E.3.2).
        let isFixedInSequence = isFixed ? true : try bits.flag("fixed_pic_rate_within_cvs_flag")
        var isLowDelay = false
        if isFixedInSequence {
            pictureTicks.append(try bits.unsigned("elemental_duration_in_tc_minus1", atMost: 2047) + 1)
        } else {
            pictureTicks.append(nil)
            isLowDelay = try bits.flag("low_delay_hrd_flag")
        }
        let buffers = isLowDelay ? 1 : try bits.unsigned("cpb_cnt_minus1", atMost: 31) + 1
        var found: [Delivery] = []
        for number in 0..<((hasNAL ? 1 : 0) + (hasVCL ? 1 : 0)) * buffers {
            let rate = UInt64(try bits.unsigned("bit_rate_value_minus1")) + 1
            let size = UInt64(try bits.unsigned("cpb_size_value_minus1")) + 1
            if hasSubPictures {
                _ = try bits.unsigned("cpb_size_du_value_minus1")
                _ = try bits.unsigned("bit_rate_du_value_minus1")
            }
            let isConstant = try bits.flag("cbr_flag")
            // Values have 32 bits, and scales at most 15 and a few more: no shift overflows.
            guard hasNAL, number < buffers else { continue }
            found.append(
                Delivery(
                    bitsPerSecond: rate << (6 + rateScale),
                    bufferBits: size << (4 + sizeScale),
                    isConstant: isConstant
                )
            )
        }
        return found
    }

    /// Writes hrd_parameters() with common information. Precondition: it was created from limits.
    func write(to bits: inout BitWriter) {
        bits.flag(hasNAL)
        bits.flag(false)
        bits.flag(false)
        bits.bits(0, 4)
        bits.bits(0, 4)
        bits.bits(UInt64(initialDelayLength - 1), 5)
        bits.bits(UInt64(removalDelayLength - 1), 5)
        bits.bits(UInt64(outputDelayLength - 1), 5)
        for layer in deliveries {
            // Neither a fixed rate, which a picture at the end of the film might break, nor a low delay.
            bits.bits(0, 3)
            bits.unsigned(UInt32(layer.count - 1))
            for delivery in layer {
                bits.unsigned(UInt32(delivery.bitsPerSecond >> 6) - 1)
                bits.unsigned(UInt32(delivery.bufferBits >> 4) - 1)
                bits.flag(delivery.isConstant)
            }
        }
    }
}
