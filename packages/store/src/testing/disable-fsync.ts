/** Turns off waiting for the disk on a PostgreSQL server used only in tests, where data lost in a crash does not matter. */
export async function disableFsync(server: { query(statement: string): Promise<unknown> }): Promise<void> {
	for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) await server.query(`alter system set ${setting} = off`);
	await server.query('select pg_reload_conf()');
}
