import type { TopCategory } from '@sw/domain/prices/top-lists';
import { candidateLabel } from '@sw/domain/signals/sector';
import { createWheelModel, type WheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { filterShownRows } from '../../entities/tops/top-table.ts';
import type { TopRow, TopTable, TopTickers } from '../../lib/api/types.ts';
import { directionOf, formatChange, formatCompact, formatMultiple, formatPrice } from '../../lib/format/numbers.ts';
import { words } from './words.ts';

const STRATEGY = strategyNamed('first');
/** Names the rings of the wheels, innermost first. */
export const WHEEL_RINGS = STRATEGY.label;

/** Charts and candidate of a row. */
export interface RowChartsView {
	closes: readonly number[];
	wheel?: WheelModel | undefined;
	/** The candidate in the newest report; `words`: 'candidate to fall back'. */
	candidate?: { readonly words: string; readonly arrow: string; readonly rate: number } | null;
	/** Text to show if the ticker isn't a candidate. */
	none?: string | undefined;
}
export type RowCharts = ReadonlyMap<number, RowChartsView>;

export interface TopRowView extends RowChartsView {
	id: number;
	ticker: string;
	name: string;
	price: string;
	change: { text: string; direction: 'up' | 'down' | 'flat' };
	/** Shares traded in the interval. */
	volume: string;
	/** Ranking value as text, unless the ranking value is the change. */
	value: string | undefined;
}

const DISTANCE_CATEGORIES: readonly TopCategory[] = ['high', 'low', 'deviation'];

export function toTopRows(table: TopTable, category: TopCategory, rowCharts: RowCharts): TopRowView[] {
	return filterShownRows(table, category).map((row) => ({
		id: row.ticker_id,
		ticker: row.ticker,
		name: row.name,
		price: formatPrice(row.price),
		change: { text: formatChange(row.price_change), direction: directionOf(row.price_change) },
		volume: formatCompact(row.volume),
		value: formatRankingValue(category, row),
		...(rowCharts.get(row.ticker_id) ?? { closes: [] }),
	}));
}

function formatRankingValue(category: TopCategory, { value }: TopRow): string | undefined {
	if (category === 'active') return `$${formatCompact(value)}`;
	if (category === 'unusual_volume') return formatMultiple(value);
	return DISTANCE_CATEGORIES.includes(category) ? formatChange(value) : undefined;
}

/** Maps ticker ids to the charts of their rows, without wheels. */
export function mapClosesById(items: readonly { ticker_id: number; closes: number[] }[] | undefined): RowCharts {
	return new Map(items?.map(({ ticker_id, closes }) => [ticker_id, { closes }]));
}

/** Maps ticker ids to the charts of their rows, with wheels and candidates. */
export function mapRowChartsById(items: TopTickers['items'] | undefined): RowCharts {
	return new Map(
		items?.map(({ ticker_id, closes, sectors, signal }) => [
			ticker_id,
			{
				closes,
				wheel: sectors.length === 0 ? undefined : createWheelModel(sectors, STRATEGY, signal?.operation),
				candidate: signal && {
					words: candidateLabel(signal.tab_type, signal.operation),
					arrow: words.arrows[signal.operation],
					rate: signal.rate,
				},
				none: sectors.length === 0 ? words.unmeasured : signal ? undefined : words.noSignal,
			},
		]),
	);
}
