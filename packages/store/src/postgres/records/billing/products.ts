import type { Price, Product } from '@sw/domain/billing/plan';
import { and, asc, eq, inArray, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { orders, prices, products } from '../../schema/billing.ts';
import { writeUnlessTaken } from '../record-rows.ts';

const LICENCE_ORDER = sql`case ${products.license} when 'basic' then 0 when 'premium' then 1 else 2 end`;

/** Returns the plans by licence, month before year; active ones first. */
export function listProducts(db: Db): Promise<Product[]> {
	return db.select().from(products).orderBy(sql`${products.isActive} desc`, LICENCE_ORDER, asc(products.period), asc(products.createdAt));
}

export async function productById(db: Db, id: string): Promise<Product | undefined> {
	return (await db.select().from(products).where(eq(products.id, id)))[0];
}

/** Returns 'taken' if another active plan has the same licence and period, or another plan has the same provider id. */
export function addProduct(db: Db, product: Product): Promise<Product | 'taken'> {
	return writeUnlessTaken(db, async (tx) => {
		await tx.insert(products).values(product);
		return product;
	});
}

export type ProductChange = Partial<Omit<Product, 'id' | 'createdAt'>>;

export function changeProduct(db: Db, id: string, change: ProductChange): Promise<Product | 'taken' | undefined> {
	return writeUnlessTaken(db, async (tx) => (await tx.update(products).set(change).where(eq(products.id, id)).returning())[0]);
}

/** Removes a plan. A plan with orders is only deactivated. False if there is no such plan. */
export async function removeProduct(db: Db, id: string, change: Pick<Product, 'updatedAt'>): Promise<boolean> {
	const wasOrdered = sql`exists (select 1 from ${orders} where ${orders.productId} = ${products.id})`;
	const deactivated = await db
		.update(products)
		.set({ ...change, isActive: false })
		.where(and(eq(products.id, id), wasOrdered))
		.returning({ id: products.id });
	if (deactivated.length > 0) return true;
	return (await db.delete(products).where(eq(products.id, id)).returning({ id: products.id })).length > 0;
}

export function pricesOf(db: Db, ids: readonly string[]): Promise<Price[]> {
	return ids.length === 0
		? Promise.resolve([])
		: db
				.select()
				.from(prices)
				.where(inArray(prices.productId, [...ids]))
				.orderBy(asc(prices.currency));
}

/** Sets prices, and removes those whose `cents` are null, atomically. Returns how many changed. */
export function savePrices(db: Db, changes: readonly (Omit<Price, 'cents'> & { cents: number | null })[]): Promise<number> {
	return db.transaction(async (tx) => {
		let changed = 0;
		for (const { productId, currency, cents } of changes) {
			const isPrice = and(eq(prices.productId, productId), eq(prices.currency, currency));
			const rows =
				cents === null
					? await tx.delete(prices).where(isPrice).returning()
					: await tx
							.insert(prices)
							.values({ productId, currency, cents })
							.onConflictDoUpdate({
								target: [prices.productId, prices.currency],
								set: { cents },
								setWhere: sql`${prices.cents} <> excluded.cents`,
							})
							.returning();
			changed += rows.length;
		}
		return changed;
	});
}

/** Adds the plans of a first start if there are none; otherwise returns false. */
export function addFirstProducts(db: Db, plans: readonly Product[]): Promise<boolean> {
	return db.transaction(async (tx) => {
		await tx.execute(sql`lock table ${products} in share row exclusive mode`);
		if ((await tx.select({ id: products.id }).from(products).limit(1)).length > 0) return false;
		await tx.insert(products).values([...plans]);
		return true;
	});
}
