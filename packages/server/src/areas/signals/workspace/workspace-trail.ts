import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { sectorChartCalls } from '@sw/contract/signals/sector-charts';
import type { CallerAccount } from '@sw/domain/access/caller';
import { hasTestBeyondHistory } from '@sw/domain/filters/groups';
import { splitRatio } from '@sw/domain/prices/adjust';
import type { Algo } from '@sw/domain/reports/licence';
import { computeRowRate } from '@sw/domain/reports/list/ranking';
import { memberRows } from '@sw/domain/reports/list/ranking-members';
import { rowDepths, timeframeNames, visibleTimeframes } from '@sw/domain/reports/present';
import { SECTORS, SQUEEZE_LABEL } from '@sw/domain/signals/sector';
import { isoSeconds } from '@sw/domain/time/format';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { type ExchangeDate, SECOND, type TickerId, utcMs } from '@sw/domain/time/units';
import { newYorkDate, parseDate, parseDateInput } from '@sw/domain/time/zone';
import { roundPrice } from '../../../market/window/price-series.ts';
import { futureDate, malformed, Problem, unknownFilter, unknownTicker } from '../../../platform/errors.ts';
import { buildTableMetadata, type ColumnValues, readSlices, type TableColumn } from '../../../platform/tables/table.ts';
import { createTableFile, type TableFile, type TableFormat } from '../../../platform/tables/table-file.ts';
import type { WorkspaceParts } from '../ports.ts';
import { type QuestionQuery, resolveQuery } from '../reading.ts';
import { buildHistoryTable, findFirstSessionDate, findOpenRows, toDaySpan } from './history-table.ts';
import { parseSpan } from './workspace-dates.ts';
import type { WorkspaceTools } from './workspace-lists.ts';

type Trail = AnswerOf<Contract['signals']['sectorChartTrail']>;

export interface TrailQuery extends QuestionQuery {
	from?: string | undefined;
	to?: string | undefined;
	algo: Algo;
}

const DEFAULT_SESSIONS = 60;
const ADMINS_ONLY = 'The history of forecast reports is for administrators: omit algo for regular reports.';

/** Returns one ticker's depths and rates in all reports of a span that the caller's licence opens. */
export function createWorkspaceTrail({ parts }: Pick<WorkspaceTools, 'parts'>) {
	return async ({ id: userId, licence, role }: CallerAccount, id: TickerId, query: TrailQuery): Promise<Trail> => {
		if (query.algo === 'forecast' && role !== 'admin') throw new Problem('denied', { detail: ADMINS_ONLY });
		const ticker = parts.directory.byId(id);
		if (!ticker) throw unknownTicker('id');
		const { question } = resolveQuery(query, await parts.loadLists(userId), parts.directory, () => unknownFilter('filter'));
		if (query.from !== undefined && parseDateInput(query.from) > newYorkDate(parts.now())) throw futureDate('from', 400);
		const last = query.to === undefined ? newYorkDate(parts.now()) : parseDateInput(query.to);
		const span = parseSpan(query.from ?? findFirstSessionDate(parts.calendar, last, DEFAULT_SESSIONS), query.to ?? last);
		const daySpan = toDaySpan(span.from, span.to);
		// An instant is an exact limit; a date means the start or end of its day.
		const from = utcMs(Math.max(daySpan.from, instantOrFallback(query.from, daySpan.from)));
		const to = utcMs(Math.min(daySpan.to, instantOrFallback(query.to, daySpan.to - SECOND) + SECOND));
		if (from >= to) throw malformed('to', 'The span ends before it begins.');
		const [history, splits] = await Promise.all([
			parts.history(id, { from, to, algo: query.algo, withExtras: hasTestBeyondHistory(question.groups) }),
			parts.splits(id),
		]);
		const table = buildHistoryTable(id, history, query.algo);
		const visibleRows = findOpenRows(history, parts.reports, licence);
		const members = new Set(memberRows(table, question, parts.parameters));
		const shownTimeframes = visibleTimeframes(question.strategy);
		const depths = visibleRows.map((row) => rowDepths(table, row, shownTimeframes, question.tab));
		const times = visibleRows.map((row) => history.time[row]! * SECOND);
		/** Returns the date of the share basis of a report's stored prices. */
		const sessionDateOf = (time: number): ExchangeDate => parts.calendar.lastOpened(utcMs(time - 1))?.date ?? newYorkDate(utcMs(time));
		const newest = times.at(-1);
		const basis = newest === undefined ? undefined : sessionDateOf(newest);
		const priceOf = (row: number, time: number): number => {
			const storedPrice = table.price[row]! / 10_000;
			return basis === undefined ? storedPrice : roundPrice(storedPrice / splitRatio(splits, sessionDateOf(time), basis));
		};
		return {
			ticker: ticker.symbol,
			ticker_id: ticker.id,
			tab_type: question.tab,
			operation: question.operation,
			algo: query.algo,
			timeframes: timeframeNames(shownTimeframes),
			locked: history.count - visibleRows.length,
			time: times.map(isoSeconds),
			price: visibleRows.map((row, at) => priceOf(row, times[at]!)),
			basis: basis ?? null,
			later_splits: basis === undefined ? 1 : splitRatio(splits, basis, newYorkDate(parts.now())),
			weighted_sum: visibleRows.map((row) => computeRowRate(table, row, question, parts.parameters)),
			listed: visibleRows.map((row) => members.has(row)),
			sectors: SECTORS.map(({ key }) => ({ key, intersections: depths.map((cells) => [...(cells[key] ?? [])]) })),
		};
	};
}

/** Returns the milliseconds of an instant; `fallback` for a date or undefined. */
function instantOrFallback(text: string | undefined, fallback: number): number {
	return text === undefined || parseDate(text) ? fallback : Date.parse(text);
}

type TrailAnswer = AnswerOf<(typeof sectorChartCalls)['sectorChartTrail']>;

interface TrailColumn extends TableColumn {
	readonly valueAt: (row: number) => ColumnValues[number];
}

/** Writes a ticker's trail as a file with one row per report, oldest first. */
export function createTrailFile(
	format: TableFormat,
	trail: TrailAnswer,
	{ source, parameters }: Pick<WorkspaceParts, 'source' | 'parameters'>,
): TableFile {
	const columns = createTrailColumns(trail);
	const last = trail.time.at(-1);
	const facts = buildTableMetadata({
		parameters: parameters.version,
		asOf: last === undefined ? null : Date.parse(last),
		simulated: source.simulated,
	});
	const { ticker, ticker_id, tab_type, operation, algo, locked, basis, later_splits } = trail;
	const slices = readSlices(trail.time.length, (from, to) =>
		columns.map(({ valueAt }) => Array.from({ length: to - from }, (_, row) => valueAt(from + row))),
	);
	const metadata = {
		history: { ticker, ticker_id, tab_type, operation, algo, locked, basis, later_splits, provider: source.label },
		...facts,
	};
	return createTableFile(format, { columns, metadata, slices }, `signalwheel-history-${ticker_id}`);
}

function createTrailColumns(trail: TrailAnswer): TrailColumn[] {
	return [
		createColumn('report', 'text', 'UTC instant', 'Time of the report: the end of its slot', (row) => trail.time[row] ?? null),
		createColumn('ticker', 'text', '', 'Symbol at the time of the export', () => trail.ticker),
		createColumn('ticker_id', 'integer', '', 'Permanent id of the ticker', () => trail.ticker_id),
		createColumn('algo', 'text', '', 'reverse: measured moves; forecast: rank of the expected move', () => trail.algo),
		createColumn(
			'price',
			'decimal',
			'US dollars',
			'Last traded close of the report, on the share basis of the newest report in the file',
			(row) => trail.price[row] ?? null,
		),
		createColumn(
			'rate',
			'integer',
			'points',
			'Weighted sum of the depths of the selected sectors on the three rated timeframes',
			(row) => trail.weighted_sum[row] ?? null,
		),
		createColumn(
			'listed',
			'boolean',
			'',
			'Whether it was in the list with this tab, filter and conditions',
			(row) => trail.listed[row] ?? null,
		),
		...createDepthColumns(trail),
	];
}

function createColumn(
	name: string,
	type: TableColumn['type'],
	unit: string,
	description: string,
	valueAt: TrailColumn['valueAt'],
): TrailColumn {
	return {
		name,
		type,
		unit,
		description,
		valueAt,
	};
}

/** Returns the depth columns of each sector on each timeframe. On coiled_spring, the price sectors show squeeze, as on screen. */
function createDepthColumns({ sectors, timeframes, tab_type: tab }: TrailAnswer): TrailColumn[] {
	return sectors.flatMap(({ key, intersections }) => {
		const { sector, label } = SECTORS.find((entry) => entry.key === key) as (typeof SECTORS)[number];
		const showsSqueeze = tab === 'coiled_spring' && sector === 'price';
		return timeframes.map((timeframe, index) =>
			createColumn(
				`${key}_${labelOf(timeframe)}`,
				'integer',
				'depth, 0 to 5',
				`${showsSqueeze ? `${SQUEEZE_LABEL}, instead of price,` : label} on ${labelOf(timeframe)}; empty: not measurable`,
				(row) => intersections[row]?.[index] ?? null,
			),
		);
	});
}

function labelOf(timeframe: TrailAnswer['timeframes'][number]): string {
	return TIMEFRAMES.find(({ name }) => name === timeframe)?.label ?? timeframe;
}
