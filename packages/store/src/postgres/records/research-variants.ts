import { createHash } from 'node:crypto';
import type { UtcMs } from '@sw/domain/time/units';
import { and, count, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { evaluatedVariants } from '../schema/research.ts';
import { sealVariant } from './record-seals.ts';

const named = (variant: string): string => createHash('sha256').update(variant).digest('hex');

/** Records that an account has evaluated a filter; repeated evaluations count once. An undefined `pValue` keeps the stored one. */
export const noteVariant = async (
	db: Db,
	userId: string,
	variant: string,
	{ pValue, now }: { pValue?: number | null; now: UtcMs },
): Promise<void> => {
	const known = pValue === undefined ? {} : { pValue };
	await db.transaction(async (tx) => {
		await tx
			.insert(evaluatedVariants)
			.values({ userId, variant: named(variant), firstAt: now, lastAt: now, ...known })
			.onConflictDoUpdate({ target: [evaluatedVariants.userId, evaluatedVariants.variant], set: { lastAt: now, ...known } });
		await sealVariant(tx, userId, named(variant));
	});
};

/** How many filters an account has evaluated, including deleted ones. */
export const variantCount = async (db: Db, userId: string): Promise<number> =>
	(await db.select({ n: count() }).from(evaluatedVariants).where(eq(evaluatedVariants.userId, userId)))[0]?.n ?? 0;

/** The p-values of an account's filters, and the index of this one's; -1 when it has none. */
export const variantPValues = async (db: Db, userId: string, variant: string): Promise<{ values: number[]; own: number }> => {
	const rows = await db
		.select({ variant: evaluatedVariants.variant, pValue: evaluatedVariants.pValue })
		.from(evaluatedVariants)
		.where(and(eq(evaluatedVariants.userId, userId), isNotNull(evaluatedVariants.pValue)));
	return { values: rows.map(({ pValue }) => pValue as number), own: rows.findIndex((row) => row.variant === named(variant)) };
};
