import type { AnswerOf } from '@sw/contract/base/define';
import { publicPrices } from '@sw/contract/prices/prices';
import type { TopCategory } from '@sw/domain/prices/top-categories';
import type { TopColumns } from '@sw/domain/prices/top-columns';
import type { TopInterval } from '@sw/domain/prices/top-lists';
import { rowOfTicker } from '@sw/domain/reports/list/row-mask';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { isoSeconds } from '@sw/domain/time/format';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import type { HotReports } from '../../reports/hot-reports.ts';
import { type Encoded, encoded } from '../answer.ts';
import { presentHead } from '../report-head.ts';
import { closesOf, signalsIn, wheelOf } from './row-charts.ts';
import type { createTopTables, PriceParts, TopTable } from './top-tables.ts';

type PublicTable = AnswerOf<(typeof publicPrices)['landingPage']>;

export interface PublicTableParts extends PriceParts {
	readonly reports: Pick<HotReports, 'latest' | 'table' | 'newestBetween'>;
	readonly parameters: ParameterSet;
}

const ROWS = 15;
const KEPT = 60;

/** Tables of public pages, rebuilt after changes of prices or the newest report. */
export function createPublicTables(parts: PublicTableParts, tables: ReturnType<typeof createTopTables>) {
	const { directory, prices, tops, source, reports, parameters } = parts;
	const kept = createAnswerCache<string, Encoded<PublicTable>>({ max: KEPT });

	const usualOf = ({ usual, volume }: TopColumns, row: number): number | null => (usual[row]! > 0 ? volume[row]! / usual[row]! : null);

	const build = (top: TopTable, report: { table: ReportTable; head: PublicTable['report'] } | undefined): PublicTable => {
		const { interval, items } = top;
		const found = source.isPublic && top.time !== null ? tops.at(interval, Date.parse(top.time)) : undefined;
		const signalOf = report && signalsIn(report.table, parameters);
		const closes = closesOf(prices);
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
					closes: closes(at),
					sectors: report && row !== -1 ? wheelOf(report.table, row, tab) : [],
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
}
