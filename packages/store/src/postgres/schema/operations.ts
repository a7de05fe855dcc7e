import { bigint, integer, jsonb, pgTable, sql, text } from '../orm/drizzle.ts';
import { batches } from './batches.ts';
import { instant } from './columns.ts';

/** Saved time of each provider's market clock, at which it continues after a restart. */
export const marketClock = pgTable('market_clock', {
	provider: text().primaryKey(),
	marketMs: instant().notNull(),
	updatedAt: instant().notNull().default(sql`now()`),
});

export const IMPORT_STATES = ['running', 'done', 'failed'] as const;

/** Imported files, by the SHA-256 of their bytes. */
export const imports = pgTable('imports', {
	fileHash: text().primaryKey(),
	path: text().notNull(),
	format: text().notNull(),
	state: text({ enum: IMPORT_STATES }).notNull(),
	batchId: bigint({ mode: 'number' }).references(() => batches.id),
	rows: integer().notNull().default(0),
	rejects: integer().notNull().default(0),
	/** Why it failed, or the first rejected rows. */
	note: text().notNull().default(''),
	startedAt: instant().notNull().default(sql`now()`),
	finishedAt: instant(),
});

export const settings = pgTable('settings', {
	key: text().primaryKey(),
	value: jsonb().notNull(),
	updatedAt: instant().notNull().default(sql`now()`),
});
