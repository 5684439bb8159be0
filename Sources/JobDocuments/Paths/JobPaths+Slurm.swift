extension JobPaths {
    /// Folder of all submissions.
    package var slurmFolder: String { path + "/slurm" }
    /// Folder of a submission.
    package func slurmFolder(_ name: String) -> String { "\(slurmFolder)/\(name)" }
    /// Path of the document that describes the tasks of a submission.
    package func slurmSubmission(_ name: String) -> String { slurmFolder(name) + "/submission.json" }
    /// Path of the script of a submission.
    package func slurmScript(_ name: String) -> String { slurmFolder(name) + "/task.sh" }
    /// Prefix of the paths of the logs of a submission's tasks.
    package func slurmLogStem(_ name: String) -> String { "\(logFolder)/\(name)" }
    /// Path of the report about the end of a unit.
    func slurmReport(_ name: String, unit number: Int) -> String { "\(slurmFolder(name))/unit-\(number).json" }

    /// Path of the document about the coordinator that is a Slurm job.
    package var slurmCoordinator: String { slurmFolder + "/coordinator.json" }
    /// Path of the script that it runs.
    package var slurmCoordinatorScript: String { slurmFolder + "/coordinator.sh" }
    /// Path of its log.
    package var slurmCoordinatorLog: String { logFolder + "/coordinator.log" }
}
