"""The table in the browser: HTTP, sockets and the pages. Every number and word comes from `certamen.table` below."""
