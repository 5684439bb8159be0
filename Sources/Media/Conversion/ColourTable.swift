/// A conversion of colours as numbers: Y'CbCr of the film at 65 by 65 by 65 places of R'G'B' of the source.
///
/// It is made once in doubles, and applied in integers, so that the film does not depend on the machine. It is large,
/// and shared; two tables are equal if they are the same object.
package final class ColourTable: Sendable {
    /// Places along each axis, from 0 to 1.
    package static let side = 65
    /// Numbers of a node: Y', Cb, Cr and 0.
    package static let stride = 4

    /// KR and KB of the source, for its R'G'B'.
    package let weights: LumaWeights
    /// Y', Cb, Cr and 0 of each node in limited range of 16 bits, minus 32768; B' is the fastest axis. Greys have
    /// exactly Cb = Cr = 0 here.
    package let nodes: [Int16]

    private init(_ weights: LumaWeights, _ nodes: [Int16]) { (self.weights, self.nodes) = (weights, nodes) }

    /// Tabulates a conversion.
    package init(_ conversion: ColourConversion) {
        guard let weights = LumaWeights(matrix: conversion.terms.source.matrix),
            let target = LumaWeights(matrix: conversion.terms.target.matrix)
        else { preconditionFailure("a conversion is between matrices with weights") }
        self.weights = weights
        let last = Double(Self.side - 1)
        var nodes: [Int16] = []
        nodes.reserveCapacity(Self.side * Self.side * Self.side * Self.stride)
        for red in 0..<Self.side {
            for green in 0..<Self.side {
                for blue in 0..<Self.side {
                    let place = RGBMatrix.Colour(Double(red), Double(green), Double(blue)) / last
                    Self.append(conversion.signal(place), target, isGrey: red == green && green == blue, to: &nodes)
                }
            }
        }
        self.nodes = nodes
    }

    /// H.273 8.3 in limited range of 16 bits.
    private static func append(
        _ signal: RGBMatrix.Colour,
        _ weights: LumaWeights,
        isGrey: Bool,
        to nodes: inout [Int16]
    ) {
        let luma = weights.red * signal.x + weights.green * signal.y + weights.blue * signal.z
        let cb = isGrey ? 0 : (signal.z - luma) / weights.blueOfCb
        let cr = isGrey ? 0 : (signal.x - luma) / weights.redOfCr
        func word(_ value: Double) -> Int16 { Int16(min(max(value.rounded(), -32768), 32767)) }
        nodes.append(word(4096 + 56064 * luma - 32768))
        nodes.append(word(57344 * cb))
        nodes.append(word(57344 * cr))
        nodes.append(0)
    }
}

extension ColourTable: Hashable {
    /// The first bytes of a file.
    private static let signature: [UInt8] = Array("granary colour table 1\n".utf8)

    /// The bytes of a file: the signature, KR and KB in millionths, and the nodes, little-endian.
    package var bytes: [UInt8] {
        var bytes = Self.signature
        for weight in [weights.red, weights.blue] {
            let millionths = UInt32((weight * 1e6).rounded())
            for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: millionths >> UInt32(shift))) }
        }
        bytes.reserveCapacity(bytes.count + 2 * nodes.count)
        for node in nodes {
            bytes.append(UInt8(truncatingIfNeeded: node))
            bytes.append(UInt8(truncatingIfNeeded: node >> 8))
        }
        return bytes
    }

    /// Reads the bytes of a file; nil if they are no table.
    package convenience init?(bytes: [UInt8]) {
        let head = Self.signature.count + 8
        let count = Self.side * Self.side * Self.side * Self.stride
        guard bytes.count == head + 2 * count, bytes.starts(with: Self.signature) else { return nil }
        func millionths(_ offset: Int) -> UInt32 {
            (0..<4).reduce(0) { $0 | UInt32(bytes[Self.signature.count + offset + $1]) << UInt32(8 * $1) }
        }
        let known = [1, 4, 5, 6, 7, 9].compactMap { LumaWeights(matrix: $0) }
        let weights = known.first {
            UInt32(($0.red * 1e6).rounded()) == millionths(0) && UInt32(($0.blue * 1e6).rounded()) == millionths(4)
        }
        guard let weights else { return nil }
        let nodes = (0..<count).map { place in
            Int16(bitPattern: UInt16(bytes[head + 2 * place]) | UInt16(bytes[head + 2 * place + 1]) << 8)
        }
        self.init(weights, nodes)
    }

    package static func == (left: ColourTable, right: ColourTable) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
