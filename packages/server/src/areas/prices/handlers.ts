import type { publicPrices } from '@sw/contract/prices';
import type { Handlers } from '../handlers.ts';
import { createSparklines } from './sparklines.ts';
import { createTopTables, type PriceParts } from './top-tables.ts';

export const priceHandlers = (parts: PriceParts) => {
	const tables = createTopTables(parts);
	const sparklines = createSparklines(parts, tables.table);
	return {
		landingTable: ({ query }) => tables.answer(query),
		landingCharts: ({ query }) => sparklines(query),
	} satisfies Handlers<typeof publicPrices>;
};
