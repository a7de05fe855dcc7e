import { LEAST_DEPTH } from '@sw/domain/attention/breadth';
import { doublePrecision, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { exchangeDay, instant } from './columns.ts';

/** Who wants to be told of the breadth of a slice. */
export const breadthSubscriptions = pgTable(
	'breadth_subscriptions',
	{
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** Slice, timeframe, bucket of capitalisation and ticker type. */
		key: text().notNull(),
		/** Least depth that counts. */
		depth: smallint().notNull().default(LEAST_DEPTH),
		/** Share from which on it is told, once a day; null: once, when the next report has been counted. */
		level: doublePrecision(),
		/** By the clock of the wall. */
		since: instant().notNull(),
		/** The last day on which it was told. */
		toldOn: exchangeDay(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.key] })],
);
