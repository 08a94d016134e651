plugins { java }

tasks.register<Exec>("mores") {
    description = "Do the classes still keep their rules?"
    dependsOn("classes")
    commandLine("mores", "check")
}

tasks.check { dependsOn("mores") }
