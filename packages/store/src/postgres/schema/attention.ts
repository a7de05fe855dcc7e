import { LEAST_DEPTH } from '@sw/domain/attention/breadth';
import { doublePrecision, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { exchangeDay, instant } from './columns.ts';

/** Subscriptions of users to the breadth of a slice. */
export const breadthSubscriptions = pgTable(
	'breadth_subscriptions',
	{
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** Slice, timeframe, bucket of capitalisation and ticker type. */
		key: text().notNull(),
		/** Lowest depth that counts. */
		depth: smallint().notNull().default(LEAST_DEPTH),
		/** Share at which the user is notified, once a day; null: once, when the next report has been counted. */
		level: doublePrecision(),
		/** Wall clock. */
		since: instant().notNull(),
		/** The last day with a notification. */
		notifiedOn: exchangeDay('told_on'),
	},
	(t) => [primaryKey({ columns: [t.userId, t.key] })],
);
