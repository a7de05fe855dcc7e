import type { CommentedEntry, ScriptValues, StoredEntry } from '@sw/domain/research/script-params';
import type { Timeframe } from '@sw/domain/time/timeframe';
import type { UtcMs } from '@sw/domain/time/units';
import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { parameterSets } from '../../schema/reports.ts';
import { scriptParams } from '../../schema/research.ts';

/** Every entry, oldest first: of equally specific ones the latest wins. */
export async function scriptEntries(db: Db): Promise<StoredEntry[]> {
	return (await db.select().from(scriptParams).orderBy(asc(scriptParams.id))).map(read);
}

function read({ timeframes, params, ...row }: typeof scriptParams.$inferSelect): StoredEntry {
	return {
		...row,
		timeframes: timeframes as Timeframe[],
		values: params as ScriptValues,
	};
}

export async function addScriptEntry(db: Db, entry: CommentedEntry, now: UtcMs): Promise<StoredEntry> {
	const [added] = await db
		.insert(scriptParams)
		.values({ ...written(entry), createdAt: now, updatedAt: now })
		.returning();
	return read(added as typeof scriptParams.$inferSelect);
}

function written({ values, timeframes, ...entry }: CommentedEntry) {
	return {
		...entry,
		timeframes: [...timeframes],
		params: values,
	};
}

/** Undefined when there is no such entry. */
export async function changeScriptEntry(db: Db, id: number, entry: CommentedEntry, now: UtcMs): Promise<StoredEntry | undefined> {
	const [changed] = await db
		.update(scriptParams)
		.set({ ...written(entry), updatedAt: now })
		.where(eq(scriptParams.id, id))
		.returning();
	return changed && read(changed);
}

export async function removeScriptEntry(db: Db, id: number): Promise<boolean> {
	return (await db.delete(scriptParams).where(eq(scriptParams.id, id)).returning({ id: scriptParams.id })).length > 0;
}

/**
 * The parameter set with these contents, whatever its version: an existing one as stored, or a new one with the next number, which is
 * then also its `version`.
 */
export function numberedSet<P extends { readonly version: number }>(db: Db, parameters: P): Promise<P> {
	return db.transaction(async (tx) => {
		await tx.execute(sql`lock table ${parameterSets} in share row exclusive mode`);
		const { version: _, ...content } = parameters;
		const [known] = await tx
			.select({ version: parameterSets.version, stored: parameterSets.parameters })
			.from(parameterSets)
			.where(sql`${parameterSets.parameters} - 'version' = ${JSON.stringify(content)}::jsonb`)
			.orderBy(desc(parameterSets.version))
			.limit(1);
		if (known) return known.stored as P;
		const [added] = await tx.insert(parameterSets).values({ parameters }).returning({ version: parameterSets.version });
		const numbered = { ...parameters, version: (added as { version: number }).version };
		await tx.update(parameterSets).set({ parameters: numbered }).where(eq(parameterSets.version, numbered.version));
		return numbered;
	});
}
