import { parseArgs } from 'node:util';
import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import { defaultSortColumn } from '@sw/domain/reports/list/list-columns';
import { createRateScale, rankPage, symbolRanks } from '@sw/domain/reports/list/ranking';
import { presentCard, visibleTimeframes } from '@sw/domain/reports/present';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { formatTopShare } from '@sw/domain/signals/rate-words';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { OPERATIONS, type Operation, TABS, type Tab, tabOperation } from '@sw/domain/signals/sector';
import { tabSectors } from '@sw/domain/signals/tabs';
import { parseIso } from '@sw/domain/time/format';
import { parseTimeframe, STRATEGIES, type StrategyName, strategyNamed, strategyOf, TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { UtcMs } from '@sw/domain/time/units';
import { newYorkToUtc, parseDate } from '@sw/domain/time/zone';
import type { ExportFormat } from '../export/export-reports.ts';
import type { ProofOptions } from '../proof/verify-file.ts';

export interface ReportRequest {
	act: (typeof ACTS)[number];
	/** Both bounds inclusive, and equal for a single report. Null: the newest report. */
	span: { from: UtcMs; to: UtcMs } | null;
	algo: Algo;
	/** Default: the current version. */
	version?: number;
	list: ListChoice;
	format: ExportFormat;
	/** Absolute path. Default: a generated name. */
	out?: string;
	cells: boolean;
	/** For verify: check the whole chain instead of one report. */
	chain: boolean;
	/** For a chain: accept the chain as it is and record its end again. */
	accept: boolean;
	/** For a chain: absolute path of an earlier proof whose anchors the chain must match. */
	earlier?: string;
	/** For export: write a proof instead of a table. */
	proof: boolean;
	/** For verify: check a proof file, which needs no stores. */
	file?: ProofOptions;
}

export const REPORT_USAGE = `Usage: npm run report -- verify <time> [--version n]
       npm run report -- verify --chain [--accept] [--anchors earlier proof]   checks every report; --accept records the newest one as it is now
       npm run report -- verify --proof <file> [--roots file.pem] [--block height:hash] [--anchors earlier proof] [--within hours]
       npm run report -- show <time> [--tab ${TABS.map((t) => t.name).join('|')}] [--operation short|long] [--strategy first|second|third] [--max n]
       npm run report -- export <time or from..to> [--format csv|parquet|arrow] [--out file] [--cells]
       npm run report -- export --proof <time or from..to> [--out file]   a proof for others, see docs/proof-format.md
       npm run report -- rings <from..to or latest>   frequency of each level (latest: the last 60 sessions)
<time> is a report's UTC time (2026-06-30T15:45:00Z), a date for all of its reports (export), or latest. --algo reverse|forecast.`;

const ACTS = ['verify', 'show', 'export', 'rings'] as const;
const FORMATS = ['csv', 'parquet', 'arrow'] as const;

interface ProofFlags {
	roots?: string | undefined;
	block: readonly string[];
	anchors?: string | undefined;
	within?: string | undefined;
}

/** Parses the command line; returns an error message or the usage if it is invalid. */
export function parseReport(args: readonly string[], toAbsolute: (path: string) => string): ReportRequest | string {
	try {
		const { values, positionals } = parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				tab: { type: 'string' },
				operation: { type: 'string' },
				strategy: { type: 'string' },
				max: { type: 'string' },
				algo: { type: 'string' },
				version: { type: 'string' },
				format: { type: 'string' },
				out: { type: 'string' },
				cells: { type: 'boolean', default: false },
				chain: { type: 'boolean', default: false },
				accept: { type: 'boolean', default: false },
				proof: { type: 'boolean', default: false },
				roots: { type: 'string' },
				block: { type: 'string', multiple: true, default: [] },
				anchors: { type: 'string' },
				within: { type: 'string' },
			},
		});
		const [action, time, ...extra] = positionals;
		const act = ACTS.find((a) => a === action);
		const { chain, accept, proof } = values;
		const isChainCheck = chain && act === 'verify' && time === undefined;
		const isProofCheck = proof && act === 'verify' && time !== undefined && !chain;
		if ((proof && !isProofCheck && act !== 'export') || (proof && values.cells)) return REPORT_USAGE;
		if (!act || (time === undefined && !isChainCheck) || extra.length > 0 || (chain && !isChainCheck) || (accept && !chain))
			return REPORT_USAGE;
		const span = parseSpan(isProofCheck ? 'latest' : (time ?? 'latest'));
		if (act !== 'export' && act !== 'rings' && span && span.from !== span.to) return `${act} needs the time of one report, not a range.`;
		return {
			act,
			span,
			algo: parseChoice('algo', values.algo, ALGOS, 'reverse'),
			...(values.version === undefined ? {} : { version: parseWholeNumber('version', values.version, 1e9) }),
			list: {
				tab: parseChoice(
					'tab',
					values.tab,
					TABS.map(({ name }) => name),
					'extreme_rise',
				),
				operation: values.operation === undefined ? undefined : parseChoice('operation', values.operation, OPERATIONS, 'short'),
				strategy: parseStrategy(values.strategy),
				max: values.max === undefined ? 20 : parseWholeNumber('max', values.max, 10_000),
			},
			format: parseChoice('format', values.format, FORMATS, 'csv'),
			...(values.out === undefined ? {} : { out: toAbsolute(values.out) }),
			cells: values.cells,
			chain,
			accept,
			proof,
			...(isChainCheck && values.anchors !== undefined ? { earlier: toAbsolute(values.anchors) } : {}),
			...(isProofCheck ? { file: createProofOptions(time, values, toAbsolute) } : {}),
		};
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

function parseWholeNumber(name: string, value: string, limit: number): number {
	const number = Number(value);
	if (!Number.isInteger(number) || number < 1 || number > limit)
		throw new RangeError(`--${name} must be a whole number from 1 to ${limit}.`);
	return number;
}

function createProofOptions(
	file: string,
	{ roots, block, anchors, within }: ProofFlags,
	toAbsolute: (path: string) => string,
): ProofOptions {
	return {
		path: toAbsolute(file),
		...(roots === undefined ? {} : { roots: toAbsolute(roots) }),
		blocks: Object.fromEntries(block.map(parseBlock)),
		...(anchors === undefined ? {} : { anchors: toAbsolute(anchors) }),
		...(within === undefined ? {} : { within: parseWholeNumber('within', within, 1e6) }),
	};
}

function parseBlock(text: string): [number, string] {
	const [, height, hash = ''] = /^(\d{1,9}):([0-9a-f]{64})$/i.exec(text) ?? [];
	if (height === undefined) throw new RangeError(`--block needs the form height:hash, with 64 hex digits, not '${text}'.`);
	return [Number(height), hash.toLowerCase()];
}

function parseStrategy(text: string | undefined): ListChoice['strategy'] {
	if (text === undefined) return 'first';
	const strategyByName = STRATEGIES.find(({ name }) => name === text)?.name;
	const timeframes = text.split(',').flatMap((code) => parseTimeframe(code) ?? []);
	const strategy = strategyByName ?? strategyOf(timeframes)?.name;
	if (!strategy) throw new RangeError(`--strategy must be one of ${STRATEGIES.map(({ name }) => name).join(', ')}, not '${text}'.`);
	return strategy;
}

function parseSpan(text: string): ReportRequest['span'] {
	if (text === 'latest') return null;
	const [first = '', last] = text.split('..');
	const [from, to] = [parseTimeRange(first).from, parseTimeRange(last ?? first).to];
	if (from > to) throw new RangeError(`${first} is later than ${last}.`);
	return { from, to };
}

function parseTimeRange(text: string): { from: UtcMs; to: UtcMs } {
	const date = parseDate(text);
	if (date) return { from: newYorkToUtc(date, 0, 0), to: newYorkToUtc(date, 23, 59) };
	const instant = parseIso(text.replace(/T(\d\d:\d\d)Z$/, 'T$1:00Z'));
	if (instant === undefined) throw new RangeError(`'${text}' isn't a time: use the form 2026-06-30T15:45:00Z.`);
	return { from: instant, to: instant };
}

function parseChoice<T extends string>(name: string, value: string | undefined, choices: readonly T[], fallback: T): T {
	if (value === undefined) return fallback;
	const choice = choices.find((k) => k === value);
	if (choice === undefined) throw new RangeError(`--${name} must be one of ${choices.join(', ')}, not '${value}'.`);
	return choice;
}

interface ListChoice {
	tab: Tab;
	operation?: Operation | undefined;
	strategy: StrategyName;
	max: number;
}

/** Formats a report's ranked list as text: rank, symbol, rate, percentile of the rate, price, market cap, and depths of the tab's four sectors. */
export function formatList(
	table: ReportTable,
	getSymbol: (id: number) => string,
	{ tab, operation = tabOperation(tab), strategy: name, max }: ListChoice,
	parameters: ParameterSet,
): string[] {
	const strategy = strategyNamed(name);
	const visibleSectors = tabSectors(tab, operation);
	const symbols = Array.from(table.tickerId, getSymbol);
	const query = { tab, operation, strategy, sortColumn: defaultSortColumn(tab) };
	const page = rankPage(table, symbolRanks(symbols), query, parameters, { skip: 0, max });
	const rateScale = createRateScale(table, query, parameters);
	const labels = visibleTimeframes(strategy).map((tf) => TIMEFRAMES[tf].label);
	const width = Math.max(...visibleSectors.map((key) => key.length), 2 * labels.length) + 2;
	const heading = `${padLeft('#', 4)}  ${'ticker'.padEnd(8)}${padLeft('rate', 5)}${padLeft('top', 6)}${padLeft('price', 12)}  ${'cap'.padEnd(10)}`;
	const rows = Array.from(page.rows, (row, at) => {
		const card = presentCard(table, row, { symbol: symbols[row]!, rate: page.rates[at]!, tab, strategy, visible: visibleSectors });
		// Cards order their sectors as in the specification, but headings follow the tab's order.
		const cells = visibleSectors.map((key) =>
			(card.sectors.find((sector) => sector.key === key)?.intersections ?? []).map((depth) => depth ?? '-').join(' '),
		);
		const start = `${padLeft(String(at + 1), 4)}  ${card.ticker.padEnd(8)}${padLeft(String(card.weighted_sum), 5)}${padLeft(formatTopShare(rateScale(card.weighted_sum).share), 6)}`;
		const middle = `${padLeft(card.price.toFixed(2), 12)}  ${card.marketcap.padEnd(10)}`;
		return `${start}${middle}${cells.map((cell) => cell.padEnd(width)).join('')}`.trimEnd();
	});
	return [
		`${tab} ${operation} ${strategy.label}: ${page.total} tickers; rates out of ${rateScale(0).highest}, top: share of the report with at least this rate; depths on ${labels.join(' ')}`,
		`${heading}${visibleSectors.map((key) => key.padEnd(width)).join('')}`.trimEnd(),
		...rows,
	];
}

function padLeft(text: string, width: number): string {
	return text.padStart(width);
}
