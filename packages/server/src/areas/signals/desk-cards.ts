import type { AnswerOf } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import type { FrozenEntry } from '@sw/domain/filters/frozen';
import { presentCard } from '@sw/domain/reports/present';
import { tabSectors } from '@sw/domain/signals/tabs';
import { isoSeconds } from '@sw/domain/time/format';
import type { HotReport } from '../../window/hot-reports.ts';
import { recentCloses } from '../../window/price-series.ts';
import type { PriceWindow } from '../../window/price-window.ts';
import type { Source } from '../../window/source.ts';
import type { SignalsParts } from './landing-list.ts';
import type { OpenReport } from './open-reports.ts';
import { presentHead } from './present.ts';
import type { Rankings } from './rankings.ts';
import type { Reading } from './reading.ts';

export type RankedList = AnswerOf<Contract['signals']['sectorCharts']>;
export type DeskCard = RankedList['items'][number];
export type DeskHead = NonNullable<RankedList['report']>;

/** A session's worth of quarter-hours. */
const SPARKLINE_CLOSES = 26;

export const presentDeskHead = ({ facts, versions }: OpenReport, source: Source): DeskHead => ({
	...presentHead(facts, source),
	versions,
	report: facts.report,
	first: facts.first,
	hash: facts.hash,
});

export const presentFrozenUnder = ({ filterId, reason, since, until }: FrozenEntry): NonNullable<DeskCard['frozen']>[number] => ({
	filter: filterId,
	reason,
	since: isoSeconds(since),
	until: until === null ? null : isoSeconds(until),
});

/** Change of a price printed at the instant against the close of the session before, a fraction; null where that close is not known. */
export const changeAt = (window: PriceWindow, row: number, asOf: number, price: number): number | null => {
	const index = window.sessions.findLastIndex(({ session }) => session.open < asOf);
	const before = window.sessions[index - 1]?.day?.close[row];
	if (before === undefined || Number.isNaN(before)) return null;
	const ratio = (window.sessions[index]?.splits ?? []).reduce((product, split) => (split.row === row ? product * split.ratio : product), 1);
	return (price * ratio) / before - 1;
};

/** Cards of a report's rows, without what is personal. */
export const createDeskCards =
	({ directory, prices }: Pick<SignalsParts, 'directory' | 'prices'>, rankings: Rankings) =>
	({ facts, table }: HotReport, { question }: Reading, row: number, rate: number): Omit<DeskCard, 'favorite'> => {
		const { tab, operation, strategy } = question;
		const visible = tabSectors(tab, operation);
		const shown = presentCard(table, row, { symbol: rankings.symbolOf(table, row), rate, tab, strategy, visible });
		const priced = directory.rowOf(shown.ticker_id);
		return {
			...shown,
			name: directory.byId(shown.ticker_id)?.name ?? '',
			tab_type: tab,
			operation,
			price_change: changeAt(prices, priced, facts.asOf, shown.price),
			sparkline: recentCloses(prices, priced, facts.asOf, SPARKLINE_CLOSES),
		};
	};
export type DeskCards = ReturnType<typeof createDeskCards>;
