import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { parameterSets } from '../schema/reports.ts';

/** The number of this parameter set; one never seen gets the next number. Equal content in another order of keys is the same set. */
export const ensureParameterSet = (db: Db, parameters: unknown): Promise<number> =>
	db.transaction(async (tx) => {
		await tx.execute(sql`lock table ${parameterSets} in share row exclusive mode`);
		const same = sql`${parameterSets.parameters} = ${JSON.stringify(parameters)}::jsonb`;
		const [known] = await tx
			.select({ version: parameterSets.version })
			.from(parameterSets)
			.where(same)
			.orderBy(desc(parameterSets.version))
			.limit(1);
		if (known) return known.version;
		const [added] = await tx.insert(parameterSets).values({ parameters }).returning({ version: parameterSets.version });
		return (added as { version: number }).version;
	});

/** The set with this number; undefined when there is none. */
export const parameterSet = async (db: Db, version: number): Promise<unknown> => {
	const [found] = await db.select({ parameters: parameterSets.parameters }).from(parameterSets).where(eq(parameterSets.version, version));
	return found?.parameters;
};
