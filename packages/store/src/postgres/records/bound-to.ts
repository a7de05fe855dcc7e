import type { Db } from '../records.ts';

/** A records function with its database (or transaction) already bound. */
export const boundTo =
	(db: Db) =>
	<Given extends readonly unknown[], Answer>(f: (db: Db, ...given: Given) => Answer) =>
	(...given: Given): Answer =>
		f(db, ...given);
