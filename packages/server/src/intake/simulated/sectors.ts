/** The invented economy: industry sectors with the words their companies like in a name, and how strongly each follows the market. */
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
 * Size tiers. `share` of stocks; capitalisation from `cap` times up to `spread` (log-uniform), dollars; typical first price; dollars traded a day as a
 * share of capitalisation; daily standard deviation of the company's own part; share with listed options; mentions an hour at quiet times.
 */
export const TIERS = [
	{ name: 'mega', share: 0.026, cap: 230e9, spread: 8, price: 190, turnover: 0.0035, sigma: 0.0115, options: 1, mentions: 14 },
	{ name: 'large', share: 0.19, cap: 12e9, spread: 12, price: 105, turnover: 0.006, sigma: 0.014, options: 1, mentions: 1.6 },
	{ name: 'mid', share: 0.26, cap: 2.3e9, spread: 3.8, price: 58, turnover: 0.009, sigma: 0.018, options: 0.85, mentions: 0.5 },
	{ name: 'small', share: 0.28, cap: 340e6, spread: 5, price: 26, turnover: 0.009, sigma: 0.025, options: 0.45, mentions: 0.25 },
	{ name: 'micro', share: 0.16, cap: 58e6, spread: 4.5, price: 10, turnover: 0.009, sigma: 0.036, options: 0.08, mentions: 0.15 },
	{ name: 'nano', share: 0.084, cap: 8e6, spread: 5, price: 4.5, turnover: 0.012, sigma: 0.05, options: 0, mentions: 0.12 },
] as const;
