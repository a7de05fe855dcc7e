import type { Db } from '../records.ts';

/** A records function that has its database (or transaction) already. */
export const boundTo =
	(db: Db) =>
	<Given extends readonly unknown[], Answer>(f: (db: Db, ...given: Given) => Answer) =>
	(...given: Given): Answer =>
		f(db, ...given);
