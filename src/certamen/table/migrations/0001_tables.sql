-- Tables with their events, saved states, sessions and uploads, and the values of the server itself.
CREATE TABLE tables (
    number INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    version TEXT NOT NULL,
    created INTEGER NOT NULL, -- all times are Unix time in milliseconds
    touched INTEGER NOT NULL,
    due INTEGER NOT NULL,
    open_key BLOB NOT NULL,
    secret_key BLOB NOT NULL
) STRICT;

-- The key is the table's number * 2^32 + n: a table's events lie together, and no second index is written.
CREATE TABLE events (
    place INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('journal', 'table')),
    at INTEGER NOT NULL,
    seat TEXT NOT NULL,
    command TEXT NOT NULL,
    body BLOB NOT NULL
) STRICT;

CREATE TABLE snapshots (
    place INTEGER PRIMARY KEY, -- of the event whose entry led to the state
    state BLOB NOT NULL
) STRICT;

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    table_number INTEGER NOT NULL REFERENCES tables (number) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    token TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of_table ON sessions (table_number, seat);

CREATE TABLE uploads (
    number INTEGER PRIMARY KEY,
    table_number INTEGER REFERENCES tables (number) ON DELETE CASCADE, -- none: the whole server's
    id TEXT NOT NULL,
    media_type TEXT NOT NULL,
    data BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX uploads_of_table ON uploads (ifnull(table_number, 0), id);

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
