import type { market } from '@sw/contract/market';
import type { Handlers } from '../handlers.ts';
import { createSparklines } from './sparklines.ts';
import { createTopTables, type MarketParts } from './top-tables.ts';

export const marketHandlers = (parts: MarketParts) => {
	const tables = createTopTables(parts);
	const sparklines = createSparklines(parts, tables.table);
	return {
		landingTable: ({ query }) => tables.answer(query),
		landingCharts: ({ query }) => sparklines(query),
	} satisfies Handlers<typeof market>;
};
