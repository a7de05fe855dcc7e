import type { CommentedEntry, ScriptValues, StoredEntry } from '@sw/domain/research/script-params';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Timeframe } from '@sw/domain/time/timeframe';
import type { UtcMs } from '@sw/domain/time/units';
import { asc, desc, eq, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { parameterSets } from '../../schema/reports.ts';
import { scriptParams } from '../../schema/research.ts';
import { notifyChange } from '../changes.ts';

/** Returns all entries, oldest first: of equally specific ones, the latest wins. */
export async function scriptEntries(db: Db): Promise<StoredEntry[]> {
	return (await db.select().from(scriptParams).orderBy(asc(scriptParams.id))).map(toEntry);
}

function toEntry({ timeframes, params, ...row }: typeof scriptParams.$inferSelect): StoredEntry {
	return {
		...row,
		timeframes: timeframes as Timeframe[],
		values: params as ScriptValues,
	};
}

export function addScriptEntry(db: Db, entry: CommentedEntry, now: UtcMs): Promise<StoredEntry> {
	return changeAndNotify(db, async (tx) => {
		const [added] = await tx
			.insert(scriptParams)
			.values({ ...toRow(entry), createdAt: now, updatedAt: now })
			.returning();
		return toEntry(added as typeof scriptParams.$inferSelect);
	});
}

/** Runs a change in a transaction and notifies other processes to load it. */
function changeAndNotify<T>(db: Db, change: (tx: Db) => Promise<T>): Promise<T> {
	return db.transaction(async (tx) => {
		await notifyChange(tx, 'parameters');
		return change(tx);
	});
}

function toRow({ values, timeframes, ...entry }: CommentedEntry) {
	return {
		...entry,
		timeframes: [...timeframes],
		params: values,
	};
}

/** Returns undefined if there is no such entry. */
export function changeScriptEntry(db: Db, id: number, entry: CommentedEntry, now: UtcMs): Promise<StoredEntry | undefined> {
	return changeAndNotify(db, async (tx) => {
		const [changed] = await tx
			.update(scriptParams)
			.set({ ...toRow(entry), updatedAt: now })
			.where(eq(scriptParams.id, id))
			.returning();
		return changed && toEntry(changed);
	});
}

export function removeScriptEntry(db: Db, id: number): Promise<boolean> {
	return changeAndNotify(
		db,
		async (tx) => (await tx.delete(scriptParams).where(eq(scriptParams.id, id)).returning({ id: scriptParams.id })).length > 0,
	);
}

/** Finds the parameter set with these contents, in any version, or stores a new one with the next number as its `version`. */
export function numberedSet(db: Db, parameters: ParameterSet): Promise<ParameterSet> {
	return db.transaction(async (tx) => {
		await tx.execute(sql`lock table ${parameterSets} in share row exclusive mode`);
		const { version: _, ...content } = parameters;
		const [existing] = await tx
			.select({ version: parameterSets.version, stored: parameterSets.parameters })
			.from(parameterSets)
			.where(sql`${parameterSets.parameters} - 'version' = ${JSON.stringify(content)}::jsonb`)
			.orderBy(desc(parameterSets.version))
			.limit(1);
		if (existing) return existing.stored as ParameterSet;
		const [added] = await tx.insert(parameterSets).values({ parameters }).returning({ version: parameterSets.version });
		const numbered = { ...parameters, version: (added as { version: number }).version };
		await tx.update(parameterSets).set({ parameters: numbered }).where(eq(parameterSets.version, numbered.version));
		return numbered;
	});
}
