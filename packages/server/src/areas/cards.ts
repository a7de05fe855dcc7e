import type { ListQuestion } from '@sw/domain/reports/list/list-question';
import { createRateScale, type RateScale } from '@sw/domain/reports/list/ranking';
import { presentCard } from '@sw/domain/reports/present';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { cardSectors } from '@sw/domain/signals/tabs';
import type { Directory, TableSymbols } from '../market/window/directory.ts';
import { computeChangeAt, findRecentCloses } from '../market/window/price-series.ts';
import type { PriceWindow } from '../market/window/price-window.ts';
import type { HotReport } from '../reports/hot-reports.ts';

/** One close per quarter-hour of a session. */
const SPARKLINE_CLOSES = 26;

/** A report. `prices`: the prices at its time, set only if the price window in memory no longer reaches back that far. */
export interface PricedReport extends HotReport {
	readonly prices?: PriceWindow | undefined;
}

/** Presents rows of a report as cards, without personal data: cards are the same for visitors and accounts. */
export function createCards(
	{ directory, prices, parameters }: { directory: Directory; prices: PriceWindow; parameters: ParameterSet },
	symbolOf: TableSymbols['symbolOf'],
) {
	/** Rate scales by list. All cards of a list share one question object. */
	const scales = new WeakMap<ListQuestion, { table: ReportTable; scaleOf: (rate: number) => RateScale }>();
	const getRateScale = (table: ReportTable, question: ListQuestion, rate: number): RateScale => {
		const cached = scales.get(question);
		const scale = cached?.table === table ? cached : { table, scaleOf: createRateScale(table, question, parameters) };
		if (scale !== cached) scales.set(question, scale);
		return scale.scaleOf(rate);
	};
	return ({ facts, table, prices: reportPrices }: PricedReport, question: ListQuestion, row: number, rate: number) => {
		const { tab, operation, strategy, conditions } = question;
		const visibleSectors = cardSectors(tab, operation, conditions);
		const card = presentCard(table, row, { symbol: symbolOf(table, row), rate, tab, strategy, visible: visibleSectors });
		const priceWindow = reportPrices ?? prices;
		const priceRow = directory.rowOf(card.ticker_id);
		return {
			...card,
			name: directory.byId(card.ticker_id)?.name ?? '',
			tab_type: tab,
			operation,
			rate_scale: getRateScale(table, question, rate),
			price_change: computeChangeAt(priceWindow, priceRow, facts.asOf, card.price),
			sparkline: findRecentCloses(priceWindow, priceRow, facts.asOf, SPARKLINE_CLOSES),
		};
	};
}

export type Cards = ReturnType<typeof createCards>;
