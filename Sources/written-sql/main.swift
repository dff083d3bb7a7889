import EventLog
import Postgres

// Prints files of sql/ as the database gets them, with their lists written out: written-sql PATH…

for path in CommandLine.arguments.dropFirst() { print(SQLFiles.statement(path).text) }
