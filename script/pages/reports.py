"""Makes the reports that script/browser checks, with the program on private servers."""

import os
import pathlib
import shutil
import subprocess

import events


class Program:
    """The program in a new folder, on a private server there; the database that the environment names is ignored."""

    def __init__(self, path, folder):
        self.path, self.folder = path, pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith("PG") and name not in ("DATABASE_URL", "BELLWETHER_DATA_DIR")}

    def run(self, *arguments, output=subprocess.DEVNULL):
        subprocess.run([self.path, *arguments], cwd=self.folder, env=self.environment, check=True, stdout=output)

    def report(self, lines=None, simulated=(), *options):
        """Ingests lines or simulated events, makes a report and returns its folder. `simulated`: options of `simulate`."""
        data = ["--quiet", "--data-dir", "data"]
        with open(self.folder / "events.ndjson", "w", encoding="utf-8") as file:
            if simulated:
                self.run("simulate", "--quiet", *simulated, output=file)
            file.writelines(line + "\n" for line in lines or [])
        if simulated or lines is not None:
            self.run("ingest", "events.ndjson", "--max-rejected", "100", *data)
            self.run("project", *data)
        self.run("report", "--out", "reports", *options, *data)
        shutil.rmtree(self.folder / "data")
        return self.folder / "reports" / "latest"


def all_of(program, folder, size):
    """Makes all reports, and returns the folder of each by its name."""
    folder = pathlib.Path(folder)
    return {
        "simulated": Program(program, folder / "simulated").report(
            None, ["--installations", str(size.installations), "--days", str(size.days), "--apps", str(size.apps)]),
        "hostile": Program(program, folder / "hostile").report(events.hostile()),
        "single": Program(program, folder / "single").report(events.single()),
        "empty": Program(program, folder / "empty").report(),
    }
