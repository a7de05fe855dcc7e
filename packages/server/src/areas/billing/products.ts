import { amountError, isCurrency } from '@sw/domain/billing/currency';
import { amountOf, type Cents, centsOf, DEFAULT_CURRENCY, type Price, type Product, periodLabel } from '@sw/domain/billing/plan';
import { PaymentsError } from '../../outside/payments/payments.ts';
import { malformed, notFound, Problem } from '../../platform/errors.ts';
import type { BillingParts } from './ports.ts';

const NO_PRODUCT = 'Product not found';
const PLAN_TAKEN = 'Another plan with this licence and period is on sale, or another plan has this product number of the payment provider';

type ProductFields = Pick<Product, 'name' | 'license' | 'period' | 'providerProductId' | 'trialDays' | 'isActive'>;

/** `changed`: number of changed prices. `priceChanges`: for the audit log, keys like 'Pro, Monthly, USD' with [old, new] amounts; null if not for sale. */
export interface PriceChanges {
	readonly changed: number;
	readonly priceChanges: Readonly<Record<string, readonly [number | null, number | null]>>;
}

export function createProducts({
	records,
	payments,
	clock,
	randomSource,
}: Pick<BillingParts, 'records' | 'payments' | 'clock' | 'randomSource'>) {
	const readWithPrices = async (products: readonly Product[]): Promise<{ products: readonly Product[]; prices: Price[] }> => ({
		products,
		prices: await records.pricesOf(products.map(({ id }) => id)),
	});
	const savePrices = async (newPrices: readonly (Omit<Price, 'cents'> & { cents: Cents | null })[]): Promise<PriceChanges> => {
		const plans = new Map((await records.listProducts()).map((plan) => [plan.id, plan]));
		const oldPrices = await records.pricesOf([...plans.keys()]);
		const changed = await records.savePrices(newPrices);
		const toAmount = (cents: Cents | null | undefined): number | null => (cents == null ? null : amountOf(cents));
		const priceChanges = newPrices.flatMap(({ productId, currency, cents }) => {
			const plan = plans.get(productId);
			const oldCents = oldPrices.find((price) => price.productId === productId && price.currency === currency)?.cents;
			if (!plan || (oldCents ?? null) === cents) return [];
			return [[`${plan.name}, ${periodLabel(plan.period)}, ${currency}`, [toAmount(oldCents), toAmount(cents)]] as const];
		});
		return { changed, priceChanges: Object.fromEntries(priceChanges) };
	};
	const createConflict = (): Problem => new Problem('conflict', { errors: [{ field: 'license', message: PLAN_TAKEN }] });
	return {
		/** `includeInactive`: also products that aren't for sale, which only administrators see. */
		list: async (includeInactive: boolean) =>
			readWithPrices((await records.listProducts()).filter(({ isActive }) => includeInactive || isActive)),

		/** 404 for a product that isn't for sale, unless `includeInactive`. */
		requireProduct: async (id: string, includeInactive: boolean) => {
			const product = await records.productById(id);
			if (!product || !(includeInactive || product.isActive)) throw notFound(NO_PRODUCT);
			return { product, prices: await records.pricesOf([id]) };
		},

		create: async (fields: ProductFields): Promise<Product> => {
			const now = clock.now();
			const product = await records.addProduct({ id: randomSource.uuid(), ...fields, createdAt: now, updatedAt: now });
			if (product === 'taken') throw createConflict();
			return product;
		},

		change: async (id: string, fields: { [K in keyof ProductFields]?: ProductFields[K] | undefined }) => {
			const before = await records.productById(id);
			if (!before) throw notFound(NO_PRODUCT);
			const definedFields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<ProductFields>;
			const after = await records.changeProduct(id, { ...definedFields, updatedAt: clock.now() });
			if (after === 'taken') throw createConflict();
			if (!after) throw notFound(NO_PRODUCT);
			return { before, after, prices: await records.pricesOf([id]) };
		},

		remove: async (id: string): Promise<Product> => {
			const product = await records.productById(id);
			if (!product || !(await records.removeProduct(id, { updatedAt: clock.now() }))) throw notFound(NO_PRODUCT);
			return product;
		},

		/** Changes all prices or none. */
		setPrices: async (newPrices: readonly { product_id: string; currency: string; amount: number | null }[]): Promise<PriceChanges> => {
			const productIds = new Set((await records.listProducts()).map(({ id }) => id));
			const at = newPrices.findIndex(({ product_id }) => !productIds.has(product_id));
			if (at >= 0) throw malformed(`prices.${at}.product_id`, NO_PRODUCT);
			for (const [n, { product_id, currency, amount }] of newPrices.entries()) {
				if (!isCurrency(currency))
					throw malformed(`prices.${n}.currency`, `Unknown currency ${currency}: use an ISO 4217 code such as USD.`);
				const message = amount === null ? null : amountError(amount, currency);
				if (message !== null) throw malformed(`prices.${n}.amount`, message);
				if (newPrices.slice(0, n).some((one) => one.product_id === product_id && one.currency === currency))
					throw malformed(`prices.${n}.currency`, `The price of this product in ${currency} is given twice: give it once.`);
			}
			return savePrices(
				newPrices.map(({ product_id: productId, currency, amount }) => ({
					productId,
					currency,
					cents: amount === null ? null : centsOf(amount),
				})),
			);
		},

		/** Adopts the payment provider's prices of all plans for sale, or none of them. `unknown`: ids of plans that the provider doesn't have. */
		adoptProviderPrices: async (currencies: readonly string[] = [DEFAULT_CURRENCY]): Promise<PriceChanges & { unknown: string[] }> => {
			if (payments === null) throw malformed('from', 'No payment provider is configured: give the prices');
			for (const [n, currency] of currencies.entries()) {
				if (!isCurrency(currency)) throw malformed(`currencies.${n}`, `Unknown currency ${currency}: use an ISO 4217 code such as USD.`);
				if (currencies.indexOf(currency) < n) throw malformed(`currencies.${n}`, `${currency} is named twice: name it once.`);
			}
			const plansForSale = (await records.listProducts()).filter(({ isActive }) => isActive);
			const knownPlans = plansForSale.flatMap((plan) => {
				const productId = payments.productIdOf(plan);
				return productId === null ? [] : [{ plan, productId }];
			});
			if (knownPlans.length === 0)
				throw malformed('from', 'None of the plans on sale exists at the payment provider: set their product numbers');
			const providerPrices: (Price & { cents: Cents })[] = [];
			for (const { plan, productId } of knownPlans) {
				for (const currency of currencies) {
					const cents = await payments.priceOf({ ...plan, productId }, currency).catch((error: unknown) => {
						// The provider's message is meant for administrators and contains no secrets.
						throw error instanceof PaymentsError ? malformed('from', error.message) : error;
					});
					providerPrices.push({ productId: plan.id, currency, cents });
				}
			}
			return {
				...(await savePrices(providerPrices)),
				unknown: plansForSale.filter((plan) => !knownPlans.some((one) => one.plan === plan)).map(({ id }) => id),
			};
		},
	};
}
