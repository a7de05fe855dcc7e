import { sectorCharts } from '@sw/contract/pieces';
import type { CapBucket } from '@sw/domain/market/cap';
import { presentCard, timeframeNames, visibleTimeframes } from '@sw/domain/reports/present';
import { type ListQuestion, rankPage, symbolRanks } from '@sw/domain/reports/ranking';
import type { ReportTable } from '@sw/domain/reports/report-table';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { type Operation, type Tab, tabOperation } from '@sw/domain/signals/sector';
import { tabSectors } from '@sw/domain/signals/tabs';
import { isoSeconds } from '@sw/domain/time/format';
import { type StrategyName, strategyNamed } from '@sw/domain/time/timeframe';
import { LRUCache } from 'lru-cache';
import { type Encoded, encoded } from '../../http/answer.ts';
import type { Directory } from '../../window/directory.ts';
import type { HotReports, ReportFacts } from '../../window/hot-reports.ts';
import { dayChange, recentCloses } from '../../window/price-series.ts';
import type { PriceWindow } from '../../window/price-window.ts';
import type { Source } from '../../window/source.ts';
import { presentHead, type SectorCharts } from './present.ts';

/** Cards of a tab that a visitor gets. */
const VISITOR_CARDS = 20;
/** A session's worth of quarter-hours. */
const SPARKLINE_CLOSES = 26;
const KEPT = 200;

export interface SignalsParts {
	readonly reports: HotReports;
	readonly directory: Directory;
	readonly prices: PriceWindow;
	readonly source: Source;
	readonly parameters: ParameterSet;
}

export interface LandingListQuery {
	tabs: readonly Tab[];
	marketcap?: readonly CapBucket[] | undefined;
	operation?: Operation | undefined;
	timeframes: StrategyName;
}

/** The visitors' list, built once for each report and question. */
export const createLandingList = (parts: SignalsParts) => {
	const { reports, directory, prices, source, parameters } = parts;
	const kept = new LRUCache<string, Encoded<SectorCharts>>({ max: KEPT });

	/** Symbols of a report's rows; those of a ticker that the directory lost are its number. */
	const symbolsOf = (table: ReportTable): string[] => Array.from(table.tickerId, (id) => directory.byId(id)?.symbol ?? String(id));

	const cards = (facts: ReportFacts, table: ReportTable, symbols: readonly string[], question: ListQuestion) => {
		const { tab, operation, strategy } = question;
		const visible = tabSectors(tab, operation);
		const page = rankPage(table, symbolRanks(symbols), question, parameters, { skip: 0, max: VISITOR_CARDS });
		const items = Array.from(page.rows, (row, at) => {
			const shown = presentCard(table, row, { symbol: symbols[row] as string, rate: page.rates[at] as number, tab, strategy, visible });
			const priced = directory.rowOf(shown.ticker_id);
			return {
				...shown,
				name: directory.byId(shown.ticker_id)?.name ?? '',
				tab_type: tab,
				operation,
				price_change: dayChange(prices, priced, facts.asOf),
				sparkline: recentCloses(prices, priced, facts.asOf, SPARKLINE_CLOSES),
				favorite: false,
			};
		});
		return { tab_type: tab, operation, total_count: page.total, items };
	};

	const empty = (strategy: StrategyName): SectorCharts => ({
		report: null,
		time: null,
		timeframes: timeframeNames(visibleTimeframes(strategyNamed(strategy))),
		total_count: 0,
		tabs: [],
		items: [],
	});

	const build = (facts: ReportFacts, table: ReportTable, query: LandingListQuery): SectorCharts => {
		const strategy = strategyNamed(query.timeframes);
		const symbols = symbolsOf(table);
		const lists = query.tabs.map((tab) =>
			cards(facts, table, symbols, { tab, operation: query.operation ?? tabOperation(tab), strategy, caps: query.marketcap }),
		);
		return {
			report: presentHead(facts, source),
			time: isoSeconds(facts.time),
			timeframes: timeframeNames(visibleTimeframes(strategy)),
			total_count: lists.reduce((sum, list) => sum + list.total_count, 0),
			tabs: lists.map(({ tab_type, operation, total_count }) => ({ tab_type, operation, total_count })),
			items: lists.flatMap(({ items }) => items),
		};
	};

	return async (query: LandingListQuery): Promise<SectorCharts | Encoded<SectorCharts>> => {
		const facts = source.isPublic ? reports.latest(null) : undefined;
		if (!facts) return empty(query.timeframes);
		const { tabs, marketcap = [], operation, timeframes } = query;
		// Sparklines come from the window, which may fill up after the report was published.
		const key = JSON.stringify([facts.time, facts.hash, prices.version(), tabs, [...marketcap].sort(), operation, timeframes]);
		const found = kept.get(key);
		if (found) return found;
		const table = await reports.table(facts);
		if (!table) return empty(query.timeframes);
		const made = encoded(sectorCharts, build(facts, table, query));
		kept.set(key, made);
		return made;
	};
};
