import Workloads

/// Does one piece of work once, in a function whose instructions callgrind counts. Without arguments it lists all
/// pieces of work.
@main struct Count {
    static func main() throws {
        guard CommandLine.arguments.count > 1 else {
            for workload in Workload.all { print(workload.name) }
            return
        }
        guard let workload = Workload.all.first(where: { $0.name == CommandLine.arguments[1] }) else {
            fatalError("there is no work with the name \(CommandLine.arguments[1])")
        }
        let work = try workload.prepare()
        // Once before, so that work of the first call only is not counted.
        _ = try work()
        print(try countedWork(work))
    }
}

/// callgrind counts the instructions of this function and of everything that it calls.
@inline(never)
func countedWork(_ work: () throws -> Int) rethrows -> Int { try work() }
