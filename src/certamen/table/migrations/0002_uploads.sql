-- When an upload was made (Unix time in milliseconds), so that what nobody uses can be cleared away.
ALTER TABLE uploads ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
