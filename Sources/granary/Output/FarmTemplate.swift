import Foundation
import JobDocuments
import Jobs
import SlurmEngine

/// A job template of the Open Job Description specification, revision 2023-09, that makes one film: pairs of a step
/// that decides a wave of work and a step with the tasks that do it, and a last step that finishes the film.
struct FarmTemplate: Encodable {
    /// Most tasks of a step: OpenJD 2023-09, 3.4.1.1, allows 1024 values of a parameter.
    static let mostTasks = 1024

    private struct Parameter: Encodable {
        let name: String
        let type = "STRING"
        let description: String
        let `default`: String
    }

    private struct Action: Encodable {
        struct Cancelation: Encodable {
            let mode = "NOTIFY_THEN_TERMINATE"
            let notifyPeriodInSeconds = 30
        }
        let command = "{{Param.Granary}}"
        let args: [String]
        let cancelation = Cancelation()
    }

    private struct Script: Encodable {
        struct Actions: Encodable { let onRun: Action }
        let actions: Actions

        init(_ arguments: String...) { actions = Actions(onRun: Action(args: arguments)) }
    }

    private struct Space: Encodable {
        struct Task: Encodable {
            let name = "Task"
            let type = "INT"
            let range: String
        }
        let taskParameterDefinitions: [Task]
    }

    private struct Host: Encodable {
        struct Amount: Encodable {
            let name: String
            let min: Int
        }
        let amounts: [Amount]
    }

    private struct Step: Encodable {
        struct Dependency: Encodable { let dependsOn: String }
        let name: String
        let dependencies: [Dependency]?
        var parameterSpace: Space?
        var hostRequirements: Host?
        let script: Script

        init(_ name: String, after other: String?, _ script: Script) {
            self.name = name
            dependencies = other.map { [Dependency(dependsOn: $0)] }
            self.script = script
        }
    }

    private let specificationVersion = "jobtemplate-2023-09"
    private let name = "{{Param.Name}}"
    private let description: String
    private let parameterDefinitions: [Parameter]
    private let steps: [Step]

    /// A template for a job whose directory was begun.
    ///
    /// - Parameters:
    ///   - waves: number of pairs of steps. What they leave, the last step does on one host.
    ///   - tasks: number of tasks of a wave, 1 to `mostTasks`.
    ///   - processors: number of ranges that a task encodes at once.
    ///   - mebibytes: memory of a task, in MiB.
    init(
        _ job: ResolvedJob,
        in directory: JobDirectory,
        program: String,
        waves: Int,
        tasks: Int,
        processors: Int,
        mebibytes: Int
    ) {
        description = "Granary makes \(job.outputPath)".filter { !$0.isNewline }
        parameterDefinitions = [
            Parameter(
                name: "Name",
                description: "What the farm calls the job.",
                default: String(job.name.filter { !$0.isNewline && !"{}".contains($0) }.prefix(60))
            ),
            Parameter(name: "Granary", description: "The program, the same build on all hosts.", default: program),
            Parameter(
                name: "Job",
                description: "The job directory, under the same path on all hosts.",
                default: directory.path
            ),
        ]
        let host = Host(amounts: [
            Host.Amount(name: "amount.worker.vcpu", min: processors),
            Host.Amount(name: "amount.worker.memory", min: mebibytes),
        ])
        let folder = "{{Param.Job}}"
        var steps: [Step] = []
        for wave in 1...waves {
            let plan = Script(
                "wave",
                folder,
                "--number",
                "\(wave)",
                "--tasks",
                "\(tasks)",
                "--cpus",
                "\(processors)"
            )
            steps.append(Step("Plan\(wave)", after: steps.last?.name, plan))
            let name = WaveWriter.name(job: job.id, wave: wave)
            let script = Script("task", folder, "--submission", name, "--task", "{{Task.Param.Task}}")
            var work = Step("Work\(wave)", after: "Plan\(wave)", script)
            let range = tasks == 1 ? "0" : "0-\(tasks - 1)"
            work.parameterSpace = Space(taskParameterDefinitions: [Space.Task(range: range)])
            work.hostRequirements = host
            steps.append(work)
        }
        steps.append(Step("Finish", after: steps.last?.name, Script("resume", folder, "--progress", "plain")))
        self.steps = steps
    }
}
