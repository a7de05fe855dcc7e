import type { AnswerOf, HandlerInput } from '@sw/contract/base/define';
import type { decisionCalls } from '@sw/contract/research/decisions';
import type { research } from '@sw/contract/research/research';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { ExportValue } from '@sw/domain/reports/list/export-columns';
import {
	DECISIONS,
	type Decision,
	type DecisionKind,
	decisionLimitMessage,
	maxDecisions,
	normalizeTags,
} from '@sw/domain/research/decision';
import { blockSessions, searchTimeframe } from '@sw/domain/research/search-question';
import { computeStatistics, drawBootstrap } from '@sw/domain/research/search-statistics';
import { addEpisode, createTally } from '@sw/domain/research/tally';
import type { Calendar } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import { createSingleFlight } from '../../platform/concurrency/single-flight.ts';
import { notFound, Problem, unknownFilter, unknownTicker } from '../../platform/errors.ts';
import { buildTableMetadata, readSlices, type TableColumn, toColumnSlices } from '../../platform/tables/table.ts';
import { createTableFile, type TableFile, type TableFormat } from '../../platform/tables/table-file.ts';
import type { ResearchParts } from '../ports.ts';
import { fourDecimals, sixDecimals } from '../search/search-answers.ts';
import { type DecisionOutcome, measureDecisions } from './decision-outcomes.ts';

type DecisionsAnswer = AnswerOf<(typeof decisionCalls)['decisions']>;

type DecisionAnswer = DecisionsAnswer['items'][number];

type DecisionRecord = DecisionsAnswer['took'];

interface MeasuredDecision {
	readonly decision: Decision;
	readonly outcome: DecisionOutcome;
}

interface DecisionColumn extends TableColumn {
	readonly read: (row: DecisionAnswer) => ExportValue;
}

const COLUMNS: readonly DecisionColumn[] = [
	createTextColumn('made', 'Market time of the decision', (row) => row.made, 'UTC instant'),
	createTextColumn('ticker', 'Symbol', (row) => row.ticker),
	{ name: 'ticker_id', type: 'integer', unit: '', description: 'Permanent id of the ticker', read: (row) => row.ticker_id },
	createTextColumn('decision', 'took, passed or watching', (row) => row.decision),
	createTextColumn('direction', 'Expected direction: short or long', (row) => row.operation),
	{ name: 'horizon', type: 'integer', unit: 'bars', description: 'Planned exit', read: (row) => row.horizon },
	createTextColumn('timeframe', 'Timeframe of these bars', (row) => row.timeframe),
	createTextColumn('filter', 'Name of the saved filter', (row) => row.filter_name),
	createTextColumn('tags', 'Tags, separated by semicolons', (row) => row.tags.join(';')),
	createTextColumn('note', 'Why', (row) => row.note),
	createTextColumn('entry', 'Start of the slot of the entry', (row) => row.entry, 'UTC instant'),
	createTextColumn('exit', 'End of the bar of the exit', (row) => row.exit, 'UTC instant'),
	createTextColumn('state', 'open, closed or unmeasurable', (row) => row.state),
	{ name: 'hit', type: 'boolean', unit: '', description: 'Whether it beat the median of its tier after costs', read: (row) => row.hit },
	{
		name: 'excess',
		type: 'decimal',
		unit: 'log return',
		description: 'Log return after costs minus the mean of its tier, in its direction',
		read: (row) => row.excess,
	},
	{
		name: 'base_rate',
		type: 'decimal',
		unit: 'share',
		description: 'Share of its tier that would have been hits',
		read: (row) => row.base_rate,
	},
	{ name: 'hypothetical', type: 'boolean', unit: '', description: 'Always true: not a real trade', read: () => true },
];

type DecisionForm = HandlerInput<(typeof research)['addDecision']>['body'];

const MAX_CACHED = 200;

export interface DecisionLog {
	list(account: CallerAccount, page: { skip: number; max: number }): Promise<DecisionsAnswer>;
	add(account: CallerAccount, form: DecisionForm): Promise<DecisionAnswer>;
	remove(account: CallerAccount, id: number): Promise<void>;
	export(account: CallerAccount, format: TableFormat): Promise<TableFile>;
	/** Measures the record of the account's decisions in a filter's list; null without any. */
	measureFilter(account: CallerAccount, filter: number): Promise<Record<'took' | 'passed', DecisionRecord> | null>;
}

/** Creates the log of an account's decisions about tickers. Only decisions are stored; their outcomes are measured on request. */
export function createDecisionLog(parts: ResearchParts): DecisionLog {
	const { decisions, filters, reports } = parts.store;
	const singleFlight = createSingleFlight<string, readonly DecisionOutcome[]>({ maxCached: MAX_CACHED });
	const runLimited = createSemaphore();

	/** Measures outcomes, and caches them until the next report, correction or decision. */
	const measureCached = async (userDecisions: readonly Decision[], userId: string): Promise<MeasuredDecision[]> => {
		if (userDecisions.length === 0) return [];
		const span = await reports.reportSpan('reverse');
		const key = `${userId} ${span?.to}.${span?.newest}.${parts.barsVersion()}.${userDecisions.map(({ id }) => id).join()}`;
		const outcomes = await singleFlight(key, () => runLimited(() => measureDecisions(parts, userDecisions, span?.to ?? null)));
		return userDecisions.map((decision, i) => ({ decision, outcome: outcomes[i] as DecisionOutcome }));
	};

	const loadNames = async (userId: string, userDecisions: readonly Decision[]) => {
		const symbols = new Map((await parts.provider.universe(parts.now())).map(({ id, symbol }) => [id as number, symbol]));
		const ids = [...new Set(userDecisions.flatMap(({ filterId }) => filterId ?? []))];
		const savedFilters = await Promise.all(ids.map((id) => filters.filterOf(userId, id)));
		return { symbols, filters: new Map(savedFilters.flatMap((filter) => (filter ? [[filter.id, filter.name] as const] : []))) };
	};

	return {
		list: async ({ id: userId, licence }, { skip, max }) => {
			const userDecisions = await decisions.decisionsOf(userId);
			const [measured, names, deleted] = await Promise.all([
				measureCached(userDecisions, userId),
				loadNames(userId, userDecisions),
				decisions.deletedDecisions(userId),
			]);
			const { calendar } = parts;
			const tags = [...new Set(userDecisions.flatMap((decision) => decision.tags))].sort();
			return {
				total_count: userDecisions.length,
				items: measured.slice(skip, skip + max).map((measuredDecision) => toAnswer(measuredDecision, names)),
				allowed: maxDecisions(licence),
				deleted,
				...computeRecordsByKind(calendar, measured),
				took_and_passed: computeRecord(
					calendar,
					measured.filter(({ decision }) => decision.kind !== 'watching'),
				),
				tags: tags.map((tag) => ({
					tag,
					...computeRecordsByKind(
						calendar,
						measured.filter(({ decision }) => decision.tags.includes(tag)),
					),
				})),
				filters: [...names.filters].map(([filter, name]) => ({
					filter,
					name,
					...computeRecordsByKind(
						calendar,
						measured.filter(({ decision }) => decision.filterId === filter),
					),
				})),
				hypothetical: true,
			};
		},

		add: async ({ id: userId, licence }, form) => {
			const { ticker_id: tickerId, filter: filterId } = form;
			if (!(await parts.provider.universe(parts.now())).some(({ id }) => id === tickerId)) throw unknownTicker('ticker_id', 400);
			if (filterId !== null && !(await filters.filterOf(userId, filterId))) throw unknownFilter('filter', 400, [filterId]);
			const decision = {
				tickerId,
				kind: form.decision,
				direction: form.operation,
				strategy: form.timeframes,
				horizon: form.horizon,
				filterId,
				tags: normalizeTags(form.tags),
				note: form.note,
				madeAt: parts.now(),
			};
			const added = await decisions.addDecision(userId, decision, { maxDecisions: maxDecisions(licence), now: parts.wallNow() });
			if (!added) throw new Problem('denied', { detail: decisionLimitMessage(licence) });
			const [measured] = await measureCached([added], userId);
			return toAnswer(measured as MeasuredDecision, await loadNames(userId, [added]));
		},

		remove: async ({ id: userId }, id) => {
			if (!(await decisions.removeDecision(userId, id, parts.wallNow()))) throw notFound('Decision not found');
		},

		export: async ({ id: userId }, format) => {
			const userDecisions = await decisions.decisionsOf(userId);
			const [measured, names, span] = await Promise.all([
				measureCached(userDecisions, userId),
				loadNames(userId, userDecisions),
				reports.reportSpan('reverse'),
			]);
			const metadata = buildTableMetadata({
				parameters: parts.parameters().version,
				asOf: span?.to ?? null,
				simulated: parts.provider.simulated,
			});
			const read = (start: number, end: number): DecisionAnswer[] =>
				measured.slice(start, end).map((measuredDecision) => toAnswer(measuredDecision, names));
			return createDecisionFile(format, readSlices(measured.length, read), metadata);
		},

		measureFilter: async ({ id: userId }, filter) => {
			const userDecisions = (await decisions.decisionsOf(userId)).filter(({ filterId }) => filterId === filter);
			if (userDecisions.length === 0) return null;
			const { took, passed } = computeRecordsByKind(parts.calendar, await measureCached(userDecisions, userId));
			return { took, passed };
		},
	};
}

interface Names {
	symbols: ReadonlyMap<number, string>;
	filters: ReadonlyMap<number, string>;
}

function toAnswer({ decision, outcome }: MeasuredDecision, { symbols, filters }: Names): DecisionAnswer {
	const { tickerId, filterId } = decision;
	const { entry, exit, state, hit, excess, base } = outcome;
	return {
		id: decision.id,
		ticker_id: tickerId,
		ticker: symbols.get(tickerId) ?? String(tickerId),
		decision: decision.kind,
		operation: decision.direction,
		timeframe: TIMEFRAMES[searchTimeframe(decision)].name,
		horizon: decision.horizon,
		filter: filterId,
		filter_name: filterId === null ? null : (filters.get(filterId) ?? null),
		tags: [...decision.tags],
		note: decision.note,
		made: isoSeconds(decision.madeAt),
		entry: entry === null ? null : isoSeconds(entry),
		exit: exit === null ? null : isoSeconds(exit),
		state,
		hit,
		excess: excess === null ? null : sixDecimals(excess),
		base_rate: base === null ? null : sixDecimals(base),
	};
}

function createTextColumn(name: string, description: string, read: DecisionColumn['read'], unit = ''): DecisionColumn {
	return { name, type: 'text', unit, description, read };
}

function createDecisionFile(
	format: TableFormat,
	rows: AsyncIterable<readonly DecisionAnswer[]>,
	metadata: ReturnType<typeof buildTableMetadata>,
): TableFile {
	return createTableFile(
		format,
		{ columns: COLUMNS, metadata: { ...metadata }, slices: toColumnSlices(COLUMNS, rows) },
		'signalwheel-decisions',
	);
}

/** Computes the record of decisions in the same way as for a search. A block of sessions is as long as the longest horizon. */
function computeRecord(calendar: Calendar, measured: readonly MeasuredDecision[]): DecisionRecord {
	const sessionsPerBlock = Math.max(1, ...measured.map(({ decision }) => blockSessions(decision, decision.horizon)));
	const tally = createTally();
	for (const { decision, outcome } of measured) {
		const { hit, excess, base, exit } = outcome;
		if (hit === null || excess === null || base === null || exit === null) continue;
		const session = calendar.lastOpened(decision.madeAt)?.ordinal ?? 0;
		const exitSession = calendar.lastOpened(exit - 1)?.ordinal ?? 0;
		addEpisode(tally, { hit, excess, base, block: Math.floor(exitSession / sessionsPerBlock), session, reconstructed: false });
	}
	drawBootstrap(tally);
	const { n, hits, hit_rate: rate, interval, base_rate: base, detectable, mean, median } = computeStatistics(tally, 1);
	return {
		count: measured.length,
		open: measured.filter(({ outcome }) => outcome.state === 'open').length,
		n,
		hits,
		hit_rate: rate === null ? null : fourDecimals(rate),
		interval: [fourDecimals(interval[0]), fourDecimals(interval[1])],
		base_rate: base === null ? null : fourDecimals(base),
		detectable: detectable && { difference: fourDecimals(detectable.difference), excess: sixDecimals(detectable.excess) },
		mean: mean === null ? null : sixDecimals(mean),
		median: median === null ? null : sixDecimals(median),
	};
}

/** Computes a record for each kind of decision. */
function computeRecordsByKind(calendar: Calendar, measured: readonly MeasuredDecision[]): Record<DecisionKind, DecisionRecord> {
	const [took, passed, watching] = DECISIONS.map((kind) =>
		computeRecord(
			calendar,
			measured.filter(({ decision }) => decision.kind === kind),
		),
	) as [DecisionRecord, DecisionRecord, DecisionRecord];
	return { took, passed, watching };
}
