import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { UtcMs } from '@sw/domain/time/units';
import { desc, eq, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { parameterSets as table } from '../../schema/reports.ts';

/** Returns the version of this parameter set; a new one gets the next number. The order of keys does not matter. */
export function ensureParameterSet(db: Db, parameters: unknown): Promise<number> {
	return db.transaction(async (tx) => {
		await tx.execute(sql`lock table ${table} in share row exclusive mode`);
		const isSame = sql`${table.parameters} = ${JSON.stringify(parameters)}::jsonb`;
		const [existing] = await tx.select({ version: table.version }).from(table).where(isSame).orderBy(desc(table.version)).limit(1);
		if (existing) return existing.version;
		const [added] = await tx.insert(table).values({ parameters }).returning({ version: table.version });
		return (added as { version: number }).version;
	});
}

/** Returns the set with this version; undefined if there is none. */
export async function parameterSet(db: Db, version: number): Promise<ParameterSet | undefined> {
	const [row] = await db.select({ parameters: table.parameters }).from(table).where(eq(table.version, version));
	return row?.parameters as ParameterSet | undefined;
}

/** Returns all sets, with the time when each was first stored. */
export async function parameterSets(db: Db): Promise<{ version: number; parameters: ParameterSet; createdAt: UtcMs }[]> {
	const rows = await db.select().from(table).orderBy(table.version);
	return rows.map((row) => ({ ...row, parameters: row.parameters as ParameterSet }));
}
