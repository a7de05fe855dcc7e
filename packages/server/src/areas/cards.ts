import type { ListQuestion } from '@sw/domain/reports/list/list-question';
import { presentCard } from '@sw/domain/reports/present';
import { shownSectors } from '@sw/domain/signals/tabs';
import type { Directory, TableSymbols } from '../market/window/directory.ts';
import { changeAt, recentCloses } from '../market/window/price-series.ts';
import type { PriceWindow } from '../market/window/price-window.ts';
import type { HotReport } from '../reports/hot-reports.ts';

/** Quarter-hours of a session. */
const SPARKLINE_CLOSES = 26;

/** A report with the prices of its time, where the window in memory no longer has them. */
export interface PricedReport extends HotReport {
	readonly prices?: PriceWindow | undefined;
}

/** Cards of a report's rows, without personal data: the same for visitors and accounts. */
export function createCards({ directory, prices }: { directory: Directory; prices: PriceWindow }, symbolOf: TableSymbols['symbolOf']) {
	return (
		{ facts, table, prices: own }: PricedReport,
		{ tab, operation, strategy, conditions }: ListQuestion,
		row: number,
		rate: number,
	) => {
		const visible = shownSectors(tab, operation, conditions);
		const shown = presentCard(table, row, { symbol: symbolOf(table, row), rate, tab, strategy, visible });
		const window = own ?? prices;
		const priced = directory.rowOf(shown.ticker_id);
		return {
			...shown,
			name: directory.byId(shown.ticker_id)?.name ?? '',
			tab_type: tab,
			operation,
			price_change: changeAt(window, priced, facts.asOf, shown.price),
			sparkline: recentCloses(window, priced, facts.asOf, SPARKLINE_CLOSES),
		};
	};
}

export type Cards = ReturnType<typeof createCards>;
