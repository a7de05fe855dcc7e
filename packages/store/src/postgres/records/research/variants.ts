import { createHash } from 'node:crypto';
import type { UtcMs } from '@sw/domain/time/units';
import { and, count, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { evaluatedVariants } from '../../schema/research.ts';
import { sealVariants } from '../record-seals.ts';

/** Records the trials of an account; a repeated trial counts once. Without p-values the known ones stay. */
export async function recordVariants(
	db: Db,
	userId: string,
	variants: readonly string[],
	{ pValues, now }: { pValues?: readonly (number | null)[]; now: UtcMs },
): Promise<void> {
	const rows = variants
		.map((variant, i) => ({ userId, variant: named(variant), firstAt: now, lastAt: now, pValue: pValues?.[i] ?? null }))
		// In one order, so that two notes at once don't wait for each other's rows.
		.sort((one, other) => (one.variant < other.variant ? -1 : 1));
	if (rows.length === 0) return;
	await db.transaction(async (tx) => {
		await tx
			.insert(evaluatedVariants)
			.values(rows)
			.onConflictDoUpdate({
				target: [evaluatedVariants.userId, evaluatedVariants.variant],
				set: { lastAt: now, ...(pValues ? { pValue: sql`excluded.p_value` } : {}) },
			});
		await sealVariants(
			tx,
			userId,
			rows.map(({ variant }) => variant),
		);
	});
}

/** How many trials an account has made, those of deleted filters included. */
export async function variantCount(db: Db, userId: string): Promise<number> {
	return (await db.select({ n: count() }).from(evaluatedVariants).where(eq(evaluatedVariants.userId, userId)))[0]?.n ?? 0;
}

/** The p-values of an account's trials, and where each of the given ones is among them; -1 when it has none. */
export async function variantPValues(db: Db, userId: string, variants: readonly string[]): Promise<{ values: number[]; own: number[] }> {
	const rows = await db
		.select({ variant: evaluatedVariants.variant, pValue: evaluatedVariants.pValue })
		.from(evaluatedVariants)
		.where(and(eq(evaluatedVariants.userId, userId), isNotNull(evaluatedVariants.pValue)));
	const places = new Map(rows.map(({ variant }, i) => [variant, i]));
	return { values: rows.map(({ pValue }) => pValue as number), own: variants.map((variant) => places.get(named(variant)) ?? -1) };
}

function named(variant: string): string {
	return createHash('sha256').update(variant).digest('hex');
}
