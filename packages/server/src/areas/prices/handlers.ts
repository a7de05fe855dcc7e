import type { publicPrices } from '@sw/contract/prices';
import type { Handlers } from '../handlers.ts';
import { createPublicTables, type PublicTableParts } from './public-table.ts';
import { createSparklines } from './sparklines.ts';
import { createTopTables } from './top-tables.ts';

export const priceHandlers = (parts: PublicTableParts) => {
	const tables = createTopTables(parts);
	const sparklines = createSparklines(parts, tables.table);
	const page = createPublicTables(parts, tables);
	return {
		landingTable: ({ query }) => tables.answer(query),
		landingPage: ({ query }) => page(query),
		landingCharts: ({ query }) => sparklines(query),
	} satisfies Handlers<typeof publicPrices>;
};
