import Confinement
import Dispatch
import Foundation
import Glibc
import Media

/// A process that confines itself as a reader of films does, and then tries what its arguments say. The last words are
/// the answer: `done`, or why it was refused.
///
///     captive MODE READABLE WRITABLE PROGRAM DEED OPERAND
@main
enum Captive {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count == 6, let mode = SandboxMode(rawValue: words[0]) else { return tell("usage") }
        let deed = words[4]
        // Threads that run tests block signals, and their children inherit that.
        var none = sigset_t()
        // Safe: both calls are lent the set of this frame.
        unsafe sigemptyset(&none)
        unsafe sigprocmask(SIG_SETMASK, &none, nil)
        if deed == "two-threads" { Thread { sleep(60) }.start() }
        if deed == "end-group" { setpgid(0, 0) }
        do {
            let held = try Confinement(
                readable: [words[1]],
                writable: [words[2]],
                programs: words[3].isEmpty ? [] : [words[3]],
                limits: Confinement.Limits(memoryByteCount: 1 << 30, fileByteCount: 1 << 20)
            ).apply(mode)
            if deed == "two-threads" || deed == "say" { return tell(held.words) }
        } catch {
            return tell(error.explanation)
        }
        tell(answer(deed, words[5]))
    }

    private static func answer(_ deed: String, _ operand: String) -> String {
        switch deed {
        case "read": outcome { unsafe open(operand, O_RDONLY) }
        case "write": outcome { unsafe open(operand, O_WRONLY | O_CREAT, 0o644) }
        case "truncate": outcome { unsafe truncate(operand, 0) }
        case "empty": outcome { unsafe open(operand, O_RDONLY | O_TRUNC) }
        case "empty-unopened": outcome { unsafe open(operand, O_ACCMODE | O_TRUNC) }
        case "fill": outcome { fill(operand) }
        case "remove": outcome { unsafe unlink(operand) }
        case "connect": outcome { connect(port: UInt16(operand) ?? 0) }
        case "name": outcome { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
        case "start": outcome { start(operand) }
        case "become": outcome { become(operand) }
        case "watch": outcome { watch(Int(operand) ?? 0) }
        case "own": outcome { unsafe chown(operand, 1, 1) }
        case "mode": outcome { unsafe chmod(operand, 0o777) }
        case "mode-of-open": outcome { fchmod(unsafe open(operand, O_RDONLY), 0o777) }
        case "times": outcome { unsafe utimes(operand, nil) }
        case "attribute": outcome { removeAttribute(operand) }
        case "rename-host": outcome { renameHost() }
        case "look-for": outcome { kill(pid_t(operand) ?? 0, 0) }
        // A signal that is ignored unless a process asks for it.
        case "kill": outcome { kill(pid_t(operand) ?? 0, SIGURG) }
        case "kill-group": outcome { kill(-(pid_t(operand) ?? 0), SIGURG) }
        case "queue": outcome { unsafe sigqueue(pid_t(operand) ?? 0, SIGURG, sigval()) }
        case "limit": outcome { limit(Int(operand) ?? 0) }
        case "end-itself": outcome { kill(getpid(), SIGTERM) }
        case "end-group": outcome { kill(0, SIGTERM) }
        case "allocate": allocate(Int(operand) ?? 0)
        case "thread": runThread()
        case "crash": outcome { raise(SIGSEGV) }
        default: "unknown deed"
        }
    }

    /// Attaches to a process, as a debugger does: PTRACE_ATTACH of ptrace(2), which takes a variable number of
    /// arguments.
    private static func watch(_ process: Int) -> CInt {
        #if arch(x86_64)
            call(101, 16, process)
        #else
            call(117, 16, process)
        #endif
    }

    /// Changes nothing about the limits of a process, but may (prlimit64, of RLIMIT_CPU).
    private static func limit(_ process: Int) -> CInt {
        #if arch(x86_64)
            call(302, process, 0)
        #else
            call(261, process, 0)
        #endif
    }

    /// Removes an attribute of a file by removexattr(2), which has no Swift name.
    private static func removeAttribute(_ path: String) -> CInt {
        #if arch(x86_64)
            let number = 197
        #else
            let number = 14
        #endif
        // Safe: both strings are lent for the call.
        return unsafe path.withCString { path in
            unsafe "user.granary".withCString { call(number, CLong(bitPattern: path), CLong(bitPattern: $0)) }
        }
    }

    /// A system call by its number.
    private static func call(_ number: CLong, _ first: CLong, _ second: CLong) -> CInt {
        typealias Call = @convention(c) (CLong, CLong, CLong, CLong, CLong) -> CLong
        // Safe: `syscall` of the C library takes its arguments as numbers, as many as there are.
        guard let symbol = unsafe dlsym(nil, "syscall") else { return -1 }
        let call = unsafe unsafeBitCast(symbol, to: Call.self)
        return CInt(truncatingIfNeeded: call(number, first, second, 0, 0))
    }

    /// Writes 2 MiB into a new file.
    private static func fill(_ path: String) -> CInt {
        let file = unsafe open(path, O_WRONLY | O_CREAT, 0o644)
        let bytes = [UInt8](repeating: 0, count: 1 << 16)
        // Safe: the bytes are lent for each call.
        for _ in 0..<32 where unsafe write(file, bytes, bytes.count) < 0 { return -1 }
        return file
    }

    /// Gives the machine the name that it has, which only root may do.
    private static func renameHost() -> CInt {
        var name = [CChar](repeating: 0, count: 256)
        // Safe: both calls are lent the array with its own length.
        guard unsafe gethostname(&name, name.count) == 0 else { return -1 }
        return unsafe sethostname(name, strlen(name))
    }

    private static func outcome(_ call: () -> CInt) -> String {
        // Safe: the text is copied before anything else asks for one.
        call() >= 0 ? "done" : unsafe String(cString: strerror(errno))
    }

    private static func connect(port: UInt16) -> CInt {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return -1 }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // Safe: the address is lent for the call, with its own size.
        return unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe Glibc.connect(
                descriptor,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
    }

    /// Starts a program as a child; -1 when it did not run to a good end.
    private static func start(_ program: String) -> CInt {
        var process: pid_t = 0
        // Safe: the array ends with nil, and its strings live as long as the process.
        var words = unsafe [strdup(program), nil]
        var variables = unsafe [UnsafeMutablePointer<CChar>?.none]
        let result = unsafe posix_spawn(&process, program, nil, nil, &words, &variables)
        guard result == 0 else {
            errno = result
            return -1
        }
        var status: CInt = 0
        unsafe waitpid(process, &status, 0)
        errno = EPERM
        return status == 0 ? 0 : -1
    }

    private static func become(_ program: String) -> CInt {
        // Safe: as above.
        var words = unsafe [strdup(program), nil]
        return unsafe execv(program, &words)
    }

    private static func allocate(_ byteCount: Int) -> String {
        // Safe: the block is not used, only asked for; `free` takes what `malloc` gave.
        guard let block = unsafe malloc(byteCount) else { return "no memory" }
        unsafe memset(block, 1, byteCount)
        unsafe free(block)
        return "done"
    }

    private static func runThread() -> String {
        let semaphore = DispatchSemaphore(value: 0)
        Thread { semaphore.signal() }.start()
        semaphore.wait()
        return "done"
    }

    private static func tell(_ answer: String) { try? FileHandle.standardOutput.write(contentsOf: Data(answer.utf8)) }
}
