import Workloads

/// Does one piece of work once, inside of a function whose instructions callgrind is told to count. Without words:
/// lists all.
@main struct Count {
    static func main() throws {
        guard CommandLine.arguments.count > 1 else {
            for workload in Workload.all { print(workload.name) }
            return
        }
        guard let workload = Workload.all.first(where: { $0.name == CommandLine.arguments[1] }) else {
            fatalError("there is no work of the name \(CommandLine.arguments[1])")
        }
        let work = try workload.prepare()
        // Once before, so that what is made at the first call only does not count.
        _ = try work()
        print(try countedWork(work))
    }
}

/// Its instructions count, with all that it calls.
@inline(never)
func countedWork(_ work: () throws -> Int) rethrows -> Int { try work() }
