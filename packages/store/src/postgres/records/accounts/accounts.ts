import type { Db } from '../../records.ts';
import { bindTransactionalQueries, type TransactionalQueries } from '../bind-queries.ts';
import { restartChannel } from '../inbox/deliveries.ts';
import * as attempts from './attempts.ts';
import * as audit from './audit.ts';
import * as factors from './factors.ts';
import * as identities from './identities.ts';
import * as keys from './keys.ts';
import * as links from './links.ts';
import * as sessions from './sessions.ts';
import * as users from './users.ts';
import * as visitors from './visitors.ts';

const QUERIES = {
	...users,
	...sessions,
	...keys,
	...links,
	...attempts,
	...identities,
	...audit,
	...visitors,
	...factors,
	restartChannel,
};

/** All queries of the accounts area, bound to one database or transaction. */
export type AccountRecords = TransactionalQueries<typeof QUERIES>;

export function bindAccountRecords(db: Db): AccountRecords {
	return bindTransactionalQueries(QUERIES, db);
}
