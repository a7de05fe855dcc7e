import type { AnswerOf } from '@sw/contract/define';
import { publicPrices } from '@sw/contract/prices';
import type { TopCategory } from '@sw/domain/prices/top-categories';
import type { TopColumns } from '@sw/domain/prices/top-columns';
import type { TopInterval } from '@sw/domain/prices/top-lists';
import { presentSectors, rowDepths } from '@sw/domain/reports/present';
import { rateOf } from '@sw/domain/reports/ranking';
import { memberRows } from '@sw/domain/reports/ranking-members';
import { rowOfTicker } from '@sw/domain/reports/row-mask';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { tabOperation } from '@sw/domain/signals/sector';
import { tabSectors } from '@sw/domain/signals/tabs';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { LRUCache } from 'lru-cache';
import { recentCloses } from '../../market/window/price-series.ts';
import type { HotReports } from '../../reports/hot-reports.ts';
import { type Encoded, encoded } from '../answer.ts';
import { presentHead } from '../report-head.ts';
import type { createTopTables, PriceParts, TopTable } from './top-tables.ts';

type PublicTable = AnswerOf<(typeof publicPrices)['landingPage']>;
type PublicRow = PublicTable['items'][number];

export interface PublicTableParts extends PriceParts {
	readonly reports: Pick<HotReports, 'latest' | 'table'>;
	readonly parameters: ParameterSet;
}

const ROWS = 15;
const KEPT = 60;
/** A session's worth of quarter-hours. */
const CLOSES = 26;
const EXTREMES = ['extreme_rise', 'extreme_fall'] as const;
const STRATEGY = strategyNamed('first');

type Extreme = (typeof EXTREMES)[number];

/** Says of each ticker which list of extremes of the report it stands in: the one with the higher rate where it is both. */
const signalsOf = (table: ReportTable, parameters: ParameterSet) => {
	const lists = EXTREMES.map((tab) => {
		const question = { tab, operation: tabOperation(tab), strategy: STRATEGY };
		return { tab, question, members: new Set(memberRows(table, question, parameters)) };
	});
	return (row: number): NonNullable<PublicRow['signal']> | null => {
		const found = lists
			.filter(({ members }) => members.has(row))
			.map(({ tab, question }) => ({ tab_type: tab, operation: question.operation, rate: rateOf(table, row, question, parameters) }));
		return found.sort((a, b) => b.rate - a.rate)[0] ?? null;
	};
};

/** Tables of public pages, built once for each state of the window and the newest report. */
export const createPublicTables = (parts: PublicTableParts, tables: ReturnType<typeof createTopTables>) => {
	const { directory, prices, tops, source, reports, parameters } = parts;
	const kept = new LRUCache<string, Encoded<PublicTable>>({ max: KEPT });

	const usualOf = ({ usual, volume }: TopColumns, row: number): number | null =>
		(usual[row] as number) > 0 ? (volume[row] as number) / (usual[row] as number) : null;

	const build = (top: TopTable, report: { table: ReportTable; head: PublicTable['report'] } | undefined): PublicTable => {
		const { interval, items } = top;
		const found = source.isPublic && top.time !== null ? tops.at(interval, Date.parse(top.time)) : undefined;
		const signalOf = report && signalsOf(report.table, parameters);
		const until = prices.until();
		const wheel = (row: number, tab: Extreme): PublicRow['sectors'] =>
			report ? presentSectors(rowDepths(report.table, row, STRATEGY.slots, tab), tabSectors(tab, tabOperation(tab)), tab) : [];
		return {
			...top,
			from: found ? isoSeconds(found.span.from) : null,
			shown: source.isPublic,
			usual_sessions: found?.usualSessions ?? 0,
			report: report?.head ?? null,
			items: items.map((item) => {
				const at = directory.rowOf(item.ticker_id);
				const row = report ? rowOfTicker(report.table, item.ticker_id) : -1;
				const signal = row === -1 ? null : (signalOf?.(row) ?? null);
				const tab = signal?.tab_type === 'extreme_fall' || (!signal && item.price_change < 0) ? 'extreme_fall' : 'extreme_rise';
				return {
					...item,
					dollars: Math.round(found?.columns.dollars[at] ?? 0),
					usual: found ? usualOf(found.columns, at) : null,
					closes: until === null ? [] : recentCloses(prices, at, until, CLOSES),
					sectors: row === -1 ? [] : wheel(row, tab),
					signal,
				};
			}),
		};
	};

	return async ({ category, interval }: { category: TopCategory; interval: TopInterval }): Promise<PublicTable | Encoded<PublicTable>> => {
		const top = tables.table({ category, interval, size: ROWS });
		const facts = source.isPublic ? reports.latest(null) : undefined;
		const key = JSON.stringify([top.time, prices.version(), category, interval, facts?.hash, facts?.version]);
		const before = kept.get(key);
		if (before) return before;
		const table = facts && (await reports.table(facts));
		const made = encoded(
			publicPrices.landingPage.answers[200],
			build(top, facts && table ? { table, head: presentHead(facts, source) } : undefined),
		);
		kept.set(key, made);
		return made;
	};
};
