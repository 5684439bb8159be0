import CFuzzer
import Fuzzing

/// The target that `--target=NAME` names. libFuzzer passes over arguments with two hyphens, and hands them to the
/// processes that it starts.
private let target: FuzzTarget = {
    let flag = "--target="
    let name = CommandLine.arguments.last { $0.hasPrefix(flag) }?.dropFirst(flag.count) ?? ""
    guard let target = FuzzTarget(rawValue: String(name)) else {
        fatalError("--target is one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return target
}()

/// The program's entry: SwiftPM names it by the module, and the compiler adds none to what is built for the fuzzer.
@_cdecl("fuzz_main")
public func fuzz(
    _ argumentCount: CInt,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
    var (count, list) = unsafe (argumentCount, arguments)
    _ = target
    // Safe: the arguments are those of the program, and live as long as it does.
    return unsafe LLVMFuzzerRunDriver(&count, &list) { bytes, byteCount in unsafe tried(bytes, byteCount) }
}

/// Runs the target on an input, and returns 0. libFuzzer's own entry, which is linked but never runs, needs its name.
@_cdecl("LLVMFuzzerTestOneInput")
public func tried(_ bytes: UnsafePointer<UInt8>?, _ byteCount: Int) -> CInt {
    // Safe: libFuzzer lends that many bytes for the call, which copies them.
    let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: byteCount))
    do throws(BrokenProperty) {
        try target.run(input)
    } catch {
        fatalError("\(error)")
    }
    return 0
}
