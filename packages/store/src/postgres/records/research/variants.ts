import { createHash } from 'node:crypto';
import type { UtcMs } from '@sw/domain/time/units';
import { and, count, eq, isNotNull, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { evaluatedVariants } from '../../schema/research.ts';
import { sealVariants } from '../record-seals.ts';

/** Records trials of an account; a repeated trial counts once. Without `pValues`, stored p-values are kept. */
export async function recordVariants(
	db: Db,
	userId: string,
	variants: readonly string[],
	{ pValues, now }: { pValues?: readonly (number | null)[]; now: UtcMs },
): Promise<void> {
	const rows = variants
		.map((variant, i) => ({ userId, variant: hashVariant(variant), firstAt: now, lastAt: now, pValue: pValues?.[i] ?? null }))
		// Always in the same order, so that concurrent transactions don't deadlock.
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

/** Returns the number of trials of an account, including those of deleted filters. */
export async function variantCount(db: Db, userId: string): Promise<number> {
	return (await db.select({ n: count() }).from(evaluatedVariants).where(eq(evaluatedVariants.userId, userId)))[0]?.n ?? 0;
}

/** Returns the p-values of an account's trials, and the index of each given variant among them; -1 if the account has none. */
export async function variantPValues(
	db: Db,
	userId: string,
	variants: readonly string[],
): Promise<{ values: number[]; ownIndexes: number[] }> {
	const rows = await db
		.select({ variant: evaluatedVariants.variant, pValue: evaluatedVariants.pValue })
		.from(evaluatedVariants)
		.where(and(eq(evaluatedVariants.userId, userId), isNotNull(evaluatedVariants.pValue)));
	const indexes = new Map(rows.map(({ variant }, i) => [variant, i]));
	return {
		values: rows.map(({ pValue }) => pValue as number),
		ownIndexes: variants.map((variant) => indexes.get(hashVariant(variant)) ?? -1),
	};
}

function hashVariant(variant: string): string {
	return createHash('sha256').update(variant).digest('hex');
}
