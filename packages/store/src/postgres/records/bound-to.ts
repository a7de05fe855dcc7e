import type { Db } from '../records.ts';

/** A records function with its database (or transaction) already bound. */
export function boundTo(db: Db) {
	return <Given extends readonly unknown[], Answer>(f: (db: Db, ...given: Given) => Answer) =>
		(...given: Given): Answer =>
			f(db, ...given);
}
