"""The rows that Bellwether makes of a file, dumped batch by batch for the peers that load parsed rows."""

import shutil
import subprocess

from . import programs

COLUMNS = {
    "engagement": "occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version, "
    "device_model, locale, campaign, action, type, app_state, trigger, occurred_offset, installation_id, id, "
    "notification_id, data",
    "permission": "occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version, "
    "device_model, locale, placement, variant, type, status, delivery, occurred_offset, installation_id, id, data",
}
ORDER = {
    "engagement": "occurred_at, installation_id, id, app",
    "permission": "installation_id, occurred_at, id, app",
}


class ParsedRows:
    """Folders of rows: a pair of files for each of our transactions, in the order of positions; in each file the rows are in
    the order of the table's key, which is the order that Bellwether sends."""

    def __init__(self, server, database):
        self.binary = programs.cache_folder() / "rows-binary"
        self.text = programs.cache_folder() / "rows-text"
        batches = [int(row[0]) for row in server.execute(
            database, "SELECT batch_id FROM log.batch WHERE accepted > 0 ORDER BY position")]
        self.batches = len(batches)
        for table in COLUMNS:
            server.execute(database, f"CREATE INDEX ON log.{table}_event (batch_id)")
        for folder, form in ((self.binary, "binary"), (self.text, "text")):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            _dump(server.url_of(database), batches, folder, form)
        self.script = self.text / "load.sql"
        self.script.write_text("".join(_transaction(self.text, number) for number in range(1, self.batches + 1)))


def _dump(url, batches, folder, form):
    script = "".join(
        f"\\copy (SELECT {columns} FROM log.{table}_event WHERE batch_id = {batch} ORDER BY {ORDER[table]}) "
        f"TO '{folder}/{number:06}.{table}' (FORMAT {form})\n"
        for number, batch in enumerate(batches, 1) for table, columns in COLUMNS.items())
    subprocess.run(programs.psql(url), input=script, text=True, check=True)


def _transaction(folder, number):
    copies = "".join(
        f"\\copy log.{table}_event ({columns}) FROM '{folder}/{number:06}.{table}'\n"
        for table, columns in COLUMNS.items())
    return f"BEGIN;\n{copies}COMMIT;\n"
