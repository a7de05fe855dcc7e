/** Lets a PostgreSQL server wait for no disk: for one that ends with its tests, of which nobody reads what a crash would leave. */
export const makeHasty = async (server: { query(statement: string): Promise<unknown> }): Promise<void> => {
	for (const safety of ['fsync', 'synchronous_commit', 'full_page_writes']) await server.query(`alter system set ${safety} = off`);
	await server.query('select pg_reload_conf()');
};
