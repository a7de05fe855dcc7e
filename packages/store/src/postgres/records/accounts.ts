import type { Db } from '../records.ts';
import * as attempts from './accounts-attempts.ts';
import * as audit from './accounts-audit.ts';
import * as identities from './accounts-identities.ts';
import * as links from './accounts-links.ts';
import * as sessions from './accounts-sessions.ts';
import * as users from './accounts-users.ts';
import * as visitors from './accounts-visitors.ts';

const { USER_ORDERS: _orders, ...userRecords } = users;
const functions = { ...userRecords, ...sessions, ...links, ...attempts, ...identities, ...audit, ...visitors };
type Functions = typeof functions;

/** Every question and change of the accounts area over one database or transaction. */
export type AccountRecords = {
	[K in keyof Functions]: Functions[K] extends (db: Db, ...rest: infer A) => infer R ? (...rest: A) => R : never;
} & {
	/** All or nothing: what `work` throws undoes what it wrote. */
	transaction<T>(work: (records: AccountRecords) => Promise<T>): Promise<T>;
};

export const accountRecords = (db: Db): AccountRecords => {
	const bound = Object.fromEntries(
		Object.entries(functions).map(([name, f]) => [
			name,
			(...rest: unknown[]) => (f as (db: Db, ...rest: unknown[]) => unknown)(db, ...rest),
		]),
	);
	const transaction = <T>(work: (records: AccountRecords) => Promise<T>): Promise<T> => db.transaction((tx) => work(accountRecords(tx)));
	return { ...bound, transaction } as unknown as AccountRecords;
};
