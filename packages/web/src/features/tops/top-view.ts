import { intervalFacts } from '@sw/domain/prices/top-lists';
import type { TopRow, TopTable } from '../../lib/api/types.ts';
import { directionOf, formatChange, formatCompact, formatMultiple, formatPrice } from '../../lib/format/numbers.ts';
import type { TableCategory } from './queries.ts';

/** Beyond these a change of a short interval is rather an error of the tape than a mover. Fractions. */
const LARGEST_GAIN = 9;
const LARGEST_LOSS = -0.9;

const believable = ({ interval }: TopTable, category: TableCategory, change: number): boolean => {
	if (!intervalFacts(interval).short) return true;
	return category === 'gainers' ? change < LARGEST_GAIN : category === 'losers' ? change >= LARGEST_LOSS : true;
};

export interface TopRowView {
	id: number;
	ticker: string;
	name: string;
	price: string;
	change: { text: string; direction: 'up' | 'down' | 'flat' };
	/** What the category ranks by, where that is not the change. */
	value: string | undefined;
	closes: readonly number[];
}

const rankedBy = (category: TableCategory, row: TopRow): string | undefined =>
	category === 'active' ? `$${formatCompact(row.value)}` : category === 'unusual_volume' ? formatMultiple(row.value) : undefined;

export const topRows = (table: TopTable, category: TableCategory, closes: ReadonlyMap<number, readonly number[]>): TopRowView[] =>
	table.items
		.filter((row) => believable(table, category, row.price_change))
		.map((row) => ({
			id: row.ticker_id,
			ticker: row.ticker,
			name: row.name,
			price: formatPrice(row.price),
			change: { text: formatChange(row.price_change), direction: directionOf(row.price_change) },
			value: rankedBy(category, row),
			closes: closes.get(row.ticker_id) ?? [],
		}));

export const closesById = (items: readonly { ticker_id: number; closes: number[] }[] | undefined): ReadonlyMap<number, readonly number[]> =>
	new Map(items?.map((item) => [item.ticker_id, item.closes]));
