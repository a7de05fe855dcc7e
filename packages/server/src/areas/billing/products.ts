import { BILLING_PERIODS, centsOf, type Price, type Product } from '@sw/domain/billing/plan';
import { malformed, notFound, Problem } from '../../platform/errors.ts';
import type { BillingParts } from './ports.ts';

const NO_PRODUCT = 'There is no such product';
const TAKEN = 'Another plan with this license and period is sold, or another has this number of the payment provider';

/** 'Monthly'. */
export const periodLabel = (product: Pick<Product, 'period'>): string =>
	BILLING_PERIODS.find(({ name }) => name === product.period)?.label ?? product.period;

type Given = Pick<Product, 'name' | 'license' | 'period' | 'providerProductId' | 'trialDays' | 'isActive'>;

export const createProducts = ({ records, clock, chance }: Pick<BillingParts, 'records' | 'clock' | 'chance'>) => {
	const withPrices = async (products: readonly Product[]): Promise<{ products: readonly Product[]; prices: Price[] }> => ({
		products,
		prices: await records.pricesOf(products.map(({ id }) => id)),
	});
	const conflict = (): Problem => new Problem('conflict', { errors: [{ field: 'license', message: TAKEN }] });
	return {
		/** Those that are sold, and for administrators the others as well. */
		list: async (all: boolean) => withPrices((await records.listProducts()).filter(({ isActive }) => all || isActive)),

		/** What is not sold is there for administrators only. */
		one: async (id: string, all: boolean) => {
			const product = await records.productById(id);
			if (!product || !(all || product.isActive)) throw notFound(NO_PRODUCT);
			return { product, prices: await records.pricesOf([id]) };
		},

		create: async (given: Given): Promise<Product> => {
			const now = clock.now();
			const added = await records.addProduct({ id: chance.uuid(), ...given, createdAt: now, updatedAt: now });
			if (added === 'taken') throw conflict();
			return added;
		},

		change: async (id: string, given: { [K in keyof Given]?: Given[K] | undefined }) => {
			const before = await records.productById(id);
			if (!before) throw notFound(NO_PRODUCT);
			const told = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Given>;
			const after = await records.changeProduct(id, { ...told, updatedAt: clock.now() });
			if (after === 'taken') throw conflict();
			if (!after) throw notFound(NO_PRODUCT);
			return { before, after, prices: await records.pricesOf([id]) };
		},

		remove: async (id: string): Promise<Product> => {
			const product = await records.productById(id);
			if (!product || !(await records.removeProduct(id, { updatedAt: clock.now() }))) throw notFound(NO_PRODUCT);
			return product;
		},

		/** All or nothing; how many have changed. */
		setPrices: async (wanted: readonly { product_id: string; currency: string; amount: number | null }[]): Promise<number> => {
			const known = new Set((await records.listProducts()).map(({ id }) => id));
			const at = wanted.findIndex(({ product_id }) => !known.has(product_id));
			if (at >= 0) throw malformed(`prices.${at}.product_id`, NO_PRODUCT);
			return records.savePrices(
				wanted.map(({ product_id: productId, currency, amount }) => ({
					productId,
					currency,
					cents: amount === null ? null : centsOf(amount),
				})),
			);
		},
	};
};
