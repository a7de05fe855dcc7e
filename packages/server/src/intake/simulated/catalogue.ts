/** The companies and funds of the simulated market, as columns of constants. Row r is ticker id r + 1. */
import { exp, log } from './exact-math.ts';
import { type CompanyName, createNameGenerator } from './names.ts';
import { normal, randomBelow, randomKey, STREAM, uniform } from './random.ts';

export const ROWS = 1200;
const FUND_COUNT = 60;
/** Mean dollars of one trade; decides how many slots of thinly traded tickers stay empty. */
const DOLLARS_PER_TRADE = 7_000;

export interface Catalogue {
	rows: number;
	names: readonly CompanyName[];
	isFund: Uint8Array;
	/** Index into INDUSTRIES; 255 for a fund that follows the whole market. */
	industry: Uint8Array;
	tier: Uint8Array;
	/** Exposure to the market factor and to the industry factor. */
	betaMarket: Float64Array;
	betaIndustry: Float64Array;
	/** Daily standard deviation of the row's own log return, without factors. */
	sigma: Float64Array;
	/** Log of the price before the first session. */
	logPrice: Float64Array;
	/** Shares outstanding, and average shares traded per day, on the first session's share basis. */
	shares: Float64Array;
	advShares: Float64Array;
	/** Average option contracts per day; 0 if none are listed. */
	advContracts: Float64Array;
	/** Typical fraction of option contracts that are calls. */
	callFraction: Float64Array;
	/** Expected trades in a slot of average activity. */
	tradesPerSlot: Float64Array;
	/** Mentions per hour without events, over both sources. */
	mentionsPerHour: Float64Array;
	/** Probability that a slot of the extended hours has a bar. */
	extendedProbability: Float64Array;
}

/** Creates the first `rows` rows of a seed's catalogue; rows do not depend on later rows. Names and symbols do not depend on the seed. */
export function createCatalogue(seed: number, rows = ROWS): Catalogue {
	const c = createEmptyCatalogue(rows);
	const names: CompanyName[] = [];
	const nameGenerator = createNameGenerator();
	for (let row = 0; row < rows; row++) {
		const key = randomKey(seed, STREAM.catalogue, row, 0);
		const isFund = row % (ROWS / FUND_COUNT) === 7;
		const fund = Math.floor(row / (ROWS / FUND_COUNT));
		// One fund house tracks industries; the funds of the others follow themes of the whole market.
		const industry = isFund
			? fund % 4 === 0 && fund / 4 < INDUSTRIES.length
				? fund / 4
				: 255
			: drawIndustry(uniform(randomKey(0, STREAM.catalogue, row, 2), 0));
		names.push(
			isFund
				? nameGenerator.createFundName(fund, INDUSTRIES[industry]?.name ?? null)
				: nameGenerator.createCompanyName(row, INDUSTRIES[industry]?.words ?? []),
		);
		const tierIndex = isFund ? 1 + randomBelow(key, 0, 3) : drawTier(((row * 0.6180339887498949) % 1) * 0.9999);
		const tier = TIERS[tierIndex] as (typeof TIERS)[number];
		const cap = tier.cap * exp(uniform(key, 1) * log(tier.spread));
		const price = tier.price * exp(0.6 * normal(key, 2));
		const dailyDollars = cap * (isFund ? 0.02 : tier.turnover) * exp(0.45 * normal(key, 3));
		c.isFund[row] = isFund ? 1 : 0;
		c.industry[row] = industry;
		c.tier[row] = tierIndex;
		c.betaMarket[row] = isFund ? 0.7 + 0.5 * uniform(key, 4) : (INDUSTRIES[industry]?.beta ?? 1) * exp(0.2 * normal(key, 4));
		c.betaIndustry[row] = isFund ? (industry === 255 ? 0 : 1) : exp(0.3 * normal(key, 5));
		c.sigma[row] = (isFund ? 0.002 : tier.sigma) * exp(0.22 * normal(key, 6));
		c.logPrice[row] = log(price);
		c.shares[row] = Math.round(cap / price / 1000) * 1000;
		c.advShares[row] = dailyDollars / price;
		const hasOptions = uniform(key, 7) < (isFund ? 0.7 : tier.options);
		// About one contract (100 shares) for every ten round lots traded, more in the largest names.
		c.advContracts[row] = hasOptions
			? Math.max(120, (dailyDollars / price / 100) * (tierIndex === 0 ? 0.35 : 0.12) * exp(0.5 * normal(key, 8)))
			: 0;
		c.callFraction[row] = 0.56 + 0.05 * normal(key, 9);
		c.tradesPerSlot[row] = dailyDollars / DOLLARS_PER_TRADE / 26;
		c.mentionsPerHour[row] = tier.mentions * (isFund ? 0.3 : 1) * exp(0.9 * normal(key, 10));
		c.extendedProbability[row] = [0.85, 0.4, 0.12, 0.05, 0.02, 0.01][tierIndex]!;
	}
	c.names = names;
	return c;
}

function createEmptyCatalogue(rows: number): Catalogue {
	return {
		rows,
		names: [],
		isFund: new Uint8Array(rows),
		industry: new Uint8Array(rows),
		tier: new Uint8Array(rows),
		betaMarket: new Float64Array(rows),
		betaIndustry: new Float64Array(rows),
		sigma: new Float64Array(rows),
		logPrice: new Float64Array(rows),
		shares: new Float64Array(rows),
		advShares: new Float64Array(rows),
		advContracts: new Float64Array(rows),
		callFraction: new Float64Array(rows),
		tradesPerSlot: new Float64Array(rows),
		mentionsPerHour: new Float64Array(rows),
		extendedProbability: new Float64Array(rows),
	};
}

function drawTier(draw: number): number {
	let remaining = draw;
	const index = TIERS.findIndex((t) => {
		remaining -= t.share;
		return remaining < 0;
	});
	return index < 0 ? TIERS.length - 1 : index;
}

function drawIndustry(draw: number): number {
	let remaining = draw * INDUSTRIES.reduce((sum, i) => sum + i.weight, 0);
	return Math.max(
		0,
		INDUSTRIES.findIndex((i) => {
			remaining -= i.weight;
			return remaining < 0;
		}),
	);
}

/** Industry sectors: `weight` is their share of companies, `beta` their exposure to the market, `words` are used in company names. */
export const INDUSTRIES = [
	{
		name: 'Technology',
		weight: 17,
		beta: 1.25,
		words: ['Systems', 'Software', 'Micro', 'Networks', 'Robotics', 'Semiconductor', 'Data', 'Logic'],
	},
	{
		name: 'Health Care',
		weight: 15,
		beta: 0.8,
		words: ['Therapeutics', 'Biosciences', 'Medical', 'Pharma', 'Health', 'Diagnostics', 'Genomics'],
	},
	{ name: 'Financials', weight: 13, beta: 1, words: ['Financial', 'Bancorp', 'Capital', 'Trust', 'Insurance', 'Credit', 'Payments'] },
	{
		name: 'Industrials',
		weight: 12,
		beta: 1,
		words: ['Industries', 'Aerospace', 'Logistics', 'Machinery', 'Rail', 'Tools', 'Engineering'],
	},
	{
		name: 'Consumer Discretionary',
		weight: 11,
		beta: 1.15,
		words: ['Motors', 'Outfitters', 'Hotels', 'Retail', 'Leisure', 'Home', 'Kitchens'],
	},
	{
		name: 'Communication Services',
		weight: 6,
		beta: 1.05,
		words: ['Media', 'Telecom', 'Studios', 'Interactive', 'Broadcasting', 'Wireless'],
	},
	{ name: 'Consumer Staples', weight: 6, beta: 0.6, words: ['Foods', 'Brands', 'Beverages', 'Farms', 'Household', 'Provisions'] },
	{ name: 'Energy', weight: 6, beta: 1.05, words: ['Energy', 'Petroleum', 'Drilling', 'Pipelines', 'Solar', 'Resources'] },
	{ name: 'Materials', weight: 5, beta: 1.05, words: ['Chemical', 'Mining', 'Steel', 'Paper', 'Minerals', 'Materials'] },
	{ name: 'Real Estate', weight: 5, beta: 0.85, words: ['Properties', 'Realty', 'Land', 'Residential', 'Storage', 'Towers'] },
	{ name: 'Utilities', weight: 4, beta: 0.5, words: ['Power', 'Water', 'Electric', 'Gas', 'Utilities', 'Grid'] },
] as const;

/**
 * Size tiers. `share`: fraction of stocks. `cap`: dollars, times 1 to `spread` (log-uniform). `price`: typical first price. `turnover`: dollars traded per
 * day / capitalisation. `sigma`: daily standard deviation of the stock's own return. `options`: fraction with listed options. `mentions`: per hour.
 */
export const TIERS = [
	{ name: 'mega', share: 0.026, cap: 230e9, spread: 8, price: 190, turnover: 0.0035, sigma: 0.0115, options: 1, mentions: 14 },
	{ name: 'large', share: 0.19, cap: 12e9, spread: 12, price: 105, turnover: 0.006, sigma: 0.014, options: 1, mentions: 1.6 },
	{ name: 'mid', share: 0.26, cap: 2.3e9, spread: 3.8, price: 58, turnover: 0.009, sigma: 0.018, options: 0.85, mentions: 0.5 },
	{ name: 'small', share: 0.28, cap: 340e6, spread: 5, price: 26, turnover: 0.009, sigma: 0.025, options: 0.45, mentions: 0.25 },
	{ name: 'micro', share: 0.16, cap: 58e6, spread: 4.5, price: 10, turnover: 0.009, sigma: 0.036, options: 0.08, mentions: 0.15 },
	{ name: 'nano', share: 0.084, cap: 8e6, spread: 5, price: 4.5, turnover: 0.012, sigma: 0.05, options: 0, mentions: 0.12 },
] as const;
