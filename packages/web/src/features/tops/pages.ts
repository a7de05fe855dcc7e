import type { LandingCategory } from './tables.ts';

/** The same tables for search engines and visitors, each at its own address. */
export const TABLE_PAGES: Record<LandingCategory, string> = {
	gainers: '/top-gaining-stocks-today',
	losers: '/top-losing-stocks-today',
	active: '/most-active-stocks-today',
	unusual_volume: '/stock-unusual-volume/today',
};
