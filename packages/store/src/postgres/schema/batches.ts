import { BATCH_KINDS, BATCH_STATES, BATCH_TABLES } from '@sw/domain/prices/batch';
import { bigint, bigserial, boolean, index, integer, pgTable, primaryKey, sql, text } from '../orm/drizzle.ts';
import { instant } from './columns.ts';

/**
 * One write of many rows to the series store. Every row there has the id of its batch, and is visible only once that batch is committed here. For
 * reports, the id is their build id.
 */
export const batches = pgTable(
	'batches',
	{
		id: bigserial({ mode: 'number' }).primaryKey(),
		kind: text({ enum: BATCH_KINDS }).notNull(),
		provider: text().notNull(),
		/** The epoch in which the batch was opened (see leads); null without a leader. */
		epoch: integer(),
		state: text({ enum: BATCH_STATES }).notNull().default('open'),
		note: text().notNull().default(''),
		rows: bigint({ mode: 'number' }).notNull().default(0),
		createdAt: instant().notNull().default(sql`now()`),
		committedAt: instant(),
		/** When the rows of an aborted batch were removed from the series store. */
		sweptAt: instant(),
		/** Whether the batch's sums are in batch_sums; false: an older version wrote the batch. */
		isSummed: boolean().notNull().default(false),
	},
	(t) => [index('batches_unswept').on(t.id).where(sql`${t.state} <> 'committed' and ${t.sweptAt} is null`)],
);

/** What a committed batch stored for one UTC day in one series table (see DaySum), for comparison with the rows found there. */
export const batchSums = pgTable(
	'batch_sums',
	{
		batch: bigint({ mode: 'number' })
			.notNull()
			.references(() => batches.id, { onDelete: 'cascade' }),
		table: text({ enum: BATCH_TABLES }).notNull(),
		/** Days since 1970-01-01. */
		day: integer().notNull(),
		rows: bigint({ mode: 'number' }).notNull(),
		sum: bigint({ mode: 'number' }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.batch, t.table, t.day] }), index('batch_sums_day').on(t.day)],
);
