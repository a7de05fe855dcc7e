import type { Db } from '../records.ts';

/**
 * The queries of a module (`typeof import(...)`) without their first parameter, the database. Areas declare the queries they need by these types, so
 * that each query's type is declared only once.
 */
export type Queries<Module, Database = Db> = {
	[Name in keyof Module as Module[Name] extends (database: Database, ...args: never) => unknown ? Name : never]: Module[Name] extends (
		database: Database,
		...args: infer Args
	) => infer Result
		? (...args: Args) => Result
		: never;
};

/** Binds the queries of a module to a database or transaction. */
export function bindQueries<Module extends object, Database = Db>(module: Module, database: Database): Queries<Module, Database> {
	return Object.fromEntries(
		Object.entries(module).flatMap(([name, query]) =>
			typeof query === 'function' ? [[name, (...args: unknown[]) => query(database, ...args)]] : [],
		),
	) as Queries<Module, Database>;
}

export type TransactionalQueries<Module> = Queries<Module> & {
	/** Rolls back when `task` throws. */
	transaction<T>(task: (records: TransactionalQueries<Module>) => Promise<T>): Promise<T>;
};

export function bindTransactionalQueries<Module extends object>(module: Module, db: Db): TransactionalQueries<Module> {
	return {
		...bindQueries(module, db),
		transaction<T>(task: (records: TransactionalQueries<Module>) => Promise<T>): Promise<T> {
			return db.transaction((tx) => task(bindTransactionalQueries(module, tx)));
		},
	};
}
