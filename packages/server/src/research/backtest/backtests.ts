import type { AnswerOf, HandlerInput } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import { type CallerAccount, licenceOf } from '@sw/domain/access/caller';
import { CAPS, type CapGroup } from '@sw/domain/prices/buckets';
import type { ExportValue } from '@sw/domain/reports/list/export-columns';
import { type ClosedExcess, computeMeanRecord, type MeanRecord } from '@sw/domain/research/backtest/backtest-record';
import { EXITS, ruleKey, type TradeRule } from '@sw/domain/research/backtest/exit-rule';
import { computeExcessCurve, MIN_FOR_CURVE } from '@sw/domain/research/excess-curve';
import { questionKey, type SearchQuestion, trialKeys } from '@sw/domain/research/search-question';
import { cleanNumber } from '@sw/domain/statistics/clean-number';
import { winsorise } from '@sw/domain/statistics/moments';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { RunLimited } from '../../platform/concurrency/semaphore.ts';
import { createSingleFlight } from '../../platform/concurrency/single-flight.ts';
import { buildTableMetadata, readSlices, type TableColumn, toColumnSlices } from '../../platform/tables/table.ts';
import { createTableFile, type TableFile, type TableFormat } from '../../platform/tables/table-file.ts';
import { COST_SOURCE_TEXT } from '../occurrence-file.ts';
import type { ResearchParts } from '../ports.ts';
import { measureEndedTickers, type UniverseAnswer } from '../search/ended-tickers.ts';
import { buildQuestionAnswer, fourDecimals, NOTICE, sixDecimals } from '../search/search-answers.ts';
import { queryToForm, requireSpan, requireTicker, toSearchQuestion } from '../search/search-forms.ts';
import { buildCurvePoints } from '../validation/validation-answers.ts';
import { type BacktestPosition, type MeasuredBacktest, measureBacktest } from './measure-backtest.ts';

export type BacktestAnswer = AnswerOf<(typeof research)['backtest']>;

type PositionAnswer = BacktestAnswer['positions'][number];

type RecordAnswer = BacktestAnswer['record'];

interface PositionColumn extends TableColumn {
	readonly read: (row: PositionAnswer) => ExportValue;
}

type PositionField = Exclude<keyof PositionAnswer, 'time'>;

const COLUMNS: readonly PositionColumn[] = [
	{ name: 'report', type: 'text', unit: 'UTC instant', description: 'Time of the report', read: (row) => row.time },
	createColumn('ticker', 'text', '', 'Symbol'),
	createColumn('ticker_id', 'integer', '', 'Permanent id of the ticker'),
	createColumn('rate', 'integer', 'points', 'Rate in the report'),
	createColumn('tier', 'text', '', 'Market cap at entry; empty while open or not measurable'),
	createColumn('entry', 'text', 'UTC instant', 'Start of the slot at whose open the position is opened'),
	createColumn('entry_price', 'decimal', 'US dollars', 'Adjusted for splits to the newest session; empty as above'),
	createColumn('exit', 'text', 'UTC instant', 'When it was closed; the latest time while open'),
	createColumn('exit_price', 'decimal', 'US dollars', 'As the entry price'),
	createColumn('exit_reason', 'text', '', 'horizon, stop, target or left (the list); empty as above'),
	createColumn('own_return', 'decimal', 'log return', 'Of the ticker, dividends included; empty as above'),
	createColumn('peer_return', 'decimal', 'log return', 'Mean of the tier over the same time; empty as above'),
	createColumn('cost', 'decimal', 'log return', 'Cost of the round trip; empty as above'),
	createColumn('cost_source', 'text', '', COST_SOURCE_TEXT),
	createColumn(
		'excess',
		'decimal',
		'log return',
		"Return minus that of the peers, in the candidate's direction, minus cost; empty as above",
	),
	createColumn('best', 'decimal', 'log return', "Largest move in the position's favour between entry and exit; empty as above"),
	createColumn('worst', 'decimal', 'log return', 'Largest move against the position between entry and exit; empty as above'),
	createColumn('reconstructed', 'boolean', '', 'Whether the report was reconstructed afterwards'),
	{ name: 'hypothetical', type: 'boolean', unit: '', description: 'Always true: not a real trade', read: () => true },
];

interface FileMeta {
	/** Conditions and rule of the back-test. */
	question: object;
	/** Versions of the definitions and the time of the data. */
	metadata: ReturnType<typeof buildTableMetadata>;
	name: string;
}

type BacktestForm = HandlerInput<(typeof research)['backtest']>['body'];

type BacktestExport = HandlerInput<(typeof research)['backtestExport']>['query'];

const MAX_CACHED = 30;
/** Maximum number of cached positions over all back-tests; each needs about 300 bytes. */
const MAX_CACHED_POSITIONS = 300_000;
/** Maximum number of positions in an answer; the export contains all positions. */
const MAX_SHOWN = 200;

export interface Backtests {
	run(account: CallerAccount, form: BacktestForm): Promise<BacktestAnswer>;
	export(account: CallerAccount, query: BacktestExport): Promise<TableFile>;
}

/**
 * Back-tests conditions over all past reports while the caller waits. `runLimited` runs one measurement at a time, shared with validations.
 * Each variant counts as one of the account's trials.
 */
export function createBacktests(parts: ResearchParts, runLimited: RunLimited): Backtests {
	const { reports, variants } = parts.store;
	const singleFlight = createSingleFlight<string, MeasuredBacktest>({
		maxCached: MAX_CACHED,
		weightLimit: { limit: MAX_CACHED_POSITIONS, computeWeight: ({ positions }) => positions.length },
	});

	const buildQuestion = async (account: CallerAccount, form: BacktestForm, span: { from: UtcMs } | undefined): Promise<SearchQuestion> => {
		const { rule, ...conditions } = form;
		const question = toSearchQuestion(
			{ ...conditions, horizons: [rule.horizon] },
			{ licence: licenceOf(account), cooldown: parts.parameters().cooldownBars, from: span?.from ?? parts.now() },
		);
		requireSpan(parts, question);
		await requireTicker(parts, question);
		return question;
	};

	/** Measures a back-test, or reads it from the cache, and counts it as a trial. `trials`: the account's number of trials. */
	const measureAndCount = async (account: CallerAccount, form: BacktestForm) => {
		const span = await reports.reportSpan(form.algo);
		const question = await buildQuestion(account, form, span);
		const rule = toRule(form.rule);
		const variant = ruleKey(trialKeys(question)[0]!, rule);
		const key = `${span?.to}.${span?.newest}.${parts.barsVersion()}.${questionKey(question)}.${variant}`;
		const backtest = await singleFlight(key, () => runLimited(() => measureBacktest(parts, question, rule, span?.to ?? null)));
		const { p_value } = computeMeanRecord(listClosedExcesses(backtest.positions), 1);
		await variants.recordVariants(account.id, [variant], { pValues: [p_value], now: parts.wallNow() });
		const symbols = new Map((await parts.provider.universe(parts.now())).map(({ id, symbol }) => [id as number, symbol]));
		return { backtest, trials: await variants.variantCount(account.id), symbolOf: (id: number): string => symbols.get(id) ?? String(id) };
	};

	/** Sorts closed positions before open ones, and the newest first within each group. */
	const sortPositions = ({ positions }: MeasuredBacktest) =>
		positions.toSorted((a, b) => Number(a.result === null) - Number(b.result === null) || b.time - a.time || a.tickerId - b.tickerId);

	return {
		run: async (account, form) => {
			const { backtest, trials, symbolOf } = await measureAndCount(account, form);
			const shown = sortPositions(backtest).slice(0, MAX_SHOWN);
			return buildBacktestAnswer(
				backtest,
				trials,
				await summarizeUniverse(parts, backtest),
				shown.map((position) => buildPositionAnswer(position, symbolOf)),
			);
		},
		export: async (account, query) => {
			const { backtest, symbolOf } = await measureAndCount(account, toForm(query));
			const rows = sortPositions(backtest);
			const read = (start: number, end: number): PositionAnswer[] =>
				rows.slice(start, end).map((position) => buildPositionAnswer(position, symbolOf));
			const question = { ...buildQuestionAnswer(backtest.question), rule: backtest.rule, notice: NOTICE };
			const metadata = buildTableMetadata({
				parameters: parts.parameters().version,
				asOf: backtest.reports.at(-1) ?? null,
				simulated: parts.provider.simulated,
			});
			return createPositionFile(query.format, readSlices(rows.length, read), {
				question,
				metadata,
				name: `signalwheel-back-test-${backtest.question.tab}`,
			});
		},
	};
}

function toRule({ entry, horizon, stop, target, leaves }: BacktestForm['rule']): TradeRule {
	return { entry, horizon, stop: stop ?? null, target: target ?? null, leaves };
}

/** Converts the query of an export into the form of a back-test. */
function toForm({ format: _, entry, horizon, stop, target, leaves, ...question }: BacktestExport): BacktestForm {
	const {
		filter: _filter,
		horizons: _horizons,
		...conditions
	} = queryToForm({ ...question, outcome: 'all', sort_by: 'time', sort_dir: 'desc' });
	return { ...conditions, rule: { entry, horizon, stop, target, leaves } };
}

function createColumn(name: PositionField, type: TableColumn['type'], unit: string, description: string): PositionColumn {
	return { name, type, unit, description, read: (row) => row[name] };
}

/** Writes the positions of a back-test to a file, slice by slice. */
function createPositionFile(
	format: TableFormat,
	rows: AsyncIterable<readonly PositionAnswer[]>,
	{ question, metadata, name }: FileMeta,
): TableFile {
	return createTableFile(format, { columns: COLUMNS, metadata: { question, ...metadata }, slices: toColumnSlices(COLUMNS, rows) }, name);
}

/** Computes how much of the back-test's result is due to tickers that have ended. */
function summarizeUniverse(parts: ResearchParts, { question, positions }: MeasuredBacktest): Promise<UniverseAnswer> {
	const closed = positions.flatMap(({ result, tickerId, entry, exit, reconstructed }) =>
		result ? [{ tickerId, entry, exit, reconstructed, hit: result.excess > 0, excess: result.excess }] : [],
	);
	return measureEndedTickers(parts, question, async (ended) => ({
		totals: {
			tickers: new Set(closed.map(({ tickerId }) => tickerId)).size,
			n: closed.length,
			hits: closed.filter(({ hit }) => hit).length,
			sum: closed.reduce((sum, { excess }) => sum + winsorise(excess), 0),
			reconstructed: closed.filter(({ reconstructed }) => reconstructed).length,
		},
		endedOccurrences: closed.filter(({ tickerId }) => ended.has(tickerId)),
	}));
}

function buildBacktestAnswer(
	{ question, rule, reports, positions }: MeasuredBacktest,
	trials: number,
	universe: UniverseAnswer,
	shown: PositionAnswer[],
): BacktestAnswer {
	const closed = positions.filter(({ result }) => result !== null);
	const record = buildRecordAnswer(computeMeanRecord(listClosedExcesses(closed), trials));
	const [first, last] = [reports[0], reports.at(-1)];
	const recordsBy = <K>(getKey: (position: BacktestPosition) => K): [K, RecordAnswer][] =>
		[...Map.groupBy(closed, getKey)].map(([key, members]) => [
			key,
			buildRecordAnswer(computeMeanRecord(listClosedExcesses(members), trials)),
		]);
	const getYear = ({ time }: BacktestPosition): number => Number(newYorkDate(time).slice(0, 4));
	return {
		question: buildQuestionAnswer(question),
		rule,
		reports: reports.length,
		first: first === undefined ? null : isoSeconds(first),
		last: last === undefined ? null : isoSeconds(last),
		record,
		universe,
		open: positions.length - closed.length,
		exits: EXITS.flatMap((exitReason) => {
			const members = closed.filter(({ result }) => result?.exitReason === exitReason);
			return members.length === 0
				? []
				: [{ how: exitReason, record: buildRecordAnswer(computeMeanRecord(listClosedExcesses(members), trials)) }];
		}),
		curve:
			record.n_eff < MIN_FOR_CURVE
				? null
				: buildCurvePoints(
						computeExcessCurve(closed.map(({ exit, block, result }) => ({ exit, block, excess: result?.excess as number }))),
					),
		years: recordsBy(getYear)
			.sort(([a], [b]) => a - b)
			.map(([year, yearRecord]) => ({ year, record: yearRecord })),
		tiers: recordsBy(({ tier }) => tier)
			.sort(([a], [b]) => a - b)
			.map(([tier, tierRecord]) => ({ tier: getTierName(tier), record: tierRecord })),
		position_count: positions.length,
		positions: shown,
		notice: NOTICE,
	};
}

function listClosedExcesses(positions: readonly BacktestPosition[]): ClosedExcess[] {
	return positions.flatMap(({ result, block }) => (result ? [{ excess: result.excess, block }] : []));
}

function getTierName(tier: number): CapGroup {
	return CAPS[tier]?.name as CapGroup;
}

function buildRecordAnswer({ luck, interval, mean, detectable, p_value, ...counts }: MeanRecord): RecordAnswer {
	const decimals = (value: number | null): number | null => (value === null ? null : sixDecimals(value));
	return {
		...counts,
		deff: fourDecimals(counts.deff),
		n_eff: fourDecimals(counts.n_eff),
		mean: decimals(mean),
		interval: interval && [sixDecimals(interval[0]), sixDecimals(interval[1])],
		detectable: decimals(detectable),
		luck: { ...luck, line: decimals(luck.line) },
		p_value: decimals(p_value),
		hypothetical: true,
	};
}

function buildPositionAnswer(position: BacktestPosition, symbolOf: (tickerId: number) => string): PositionAnswer {
	const { tickerId, time, rate, reconstructed, entry, exit, tier, result, ratio } = position;
	const trade = result?.trade;
	const decimals = (value: number | undefined): number | null => (value === undefined ? null : sixDecimals(value));
	return {
		ticker_id: tickerId,
		ticker: symbolOf(tickerId),
		time: isoSeconds(time),
		rate,
		tier: result ? getTierName(tier) : null,
		entry: isoSeconds(entry),
		entry_price: trade ? cleanNumber(trade.entryPrice / ratio) : null,
		exit: isoSeconds(exit),
		exit_price: trade ? cleanNumber(trade.exitPrice / ratio) : null,
		exit_reason: result?.exitReason ?? null,
		own_return: decimals(trade?.own),
		peer_return: decimals(trade?.peers),
		cost: decimals(trade?.cost),
		cost_source: trade?.costSource ?? null,
		excess: decimals(result?.excess),
		best: decimals(trade?.best),
		worst: decimals(trade?.worst),
		reconstructed,
	};
}
