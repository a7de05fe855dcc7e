import type { AnswerOf } from '@sw/contract/base/define';
import type { publicPrices } from '@sw/contract/prices/prices';
import { rateOf } from '@sw/domain/reports/list/ranking';
import { memberRows } from '@sw/domain/reports/list/ranking-members';
import { presentSectors, rowDepths } from '@sw/domain/reports/present';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { EXTREME_TABS, type ExtremeTab, tabOperation } from '@sw/domain/signals/sector';
import { tabSectors } from '@sw/domain/signals/tabs';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { recentCloses } from '../../market/window/price-series.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';

type Beside = AnswerOf<(typeof publicPrices)['topTickers']>['items'][number];

const STRATEGY = strategyNamed('first');
/** Quarter-hours of a session. */
const CLOSES = 26;

type SignalOf = (row: number) => (NonNullable<Beside['signal']> & { tab_type: ExtremeTab }) | null;
const known = new WeakMap<ReportTable, SignalOf>();

/** The list of extremes that contains a row of the report: the one with the higher rate if both do. Computed once per report. */
export function signalsIn(table: ReportTable, parameters: ParameterSet): SignalOf {
	const before = known.get(table);
	if (before) return before;
	const lists = EXTREME_TABS.map((tab) => ({
		tab,
		question: questionOf(tab),
		members: new Set(memberRows(table, questionOf(tab), parameters)),
	}));
	const signalOf: SignalOf = (row) => {
		const found = lists
			.filter(({ members }) => members.has(row))
			.map(({ tab, question }) => ({ tab_type: tab, operation: question.operation, rate: rateOf(table, row, question, parameters) }));
		return found.sort((a, b) => b.rate - a.rate)[0] ?? null;
	};
	known.set(table, signalOf);
	return signalOf;
}

function questionOf(tab: ExtremeTab) {
	return { tab, operation: tabOperation(tab), strategy: STRATEGY };
}

/** The side on which a row's rate is higher. */
export function leaningOf(table: ReportTable, row: number, parameters: ParameterSet): ExtremeTab {
	const [rise, fall] = EXTREME_TABS.map((tab) => rateOf(table, row, questionOf(tab), parameters)) as [number, number];
	return fall > rise ? 'extreme_fall' : 'extreme_rise';
}

/** The rated rings of a row on the given tab. */
export function wheelOf(table: ReportTable, row: number, tab: ExtremeTab): Beside['sectors'] {
	return presentSectors(rowDepths(table, row, STRATEGY.slots, tab), tabSectors(tab, tabOperation(tab)), tab);
}

/** Closes of the last session, by row of the window. */
export function closesOf(prices: PriceWindow): (row: number) => number[] {
	const until = prices.until();
	return (row) => (until === null ? [] : recentCloses(prices, row, until, CLOSES));
}
