import { isDeepStrictEqual } from 'node:util';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY, type ExchangeDate, exchangeDate, type ReportTime, type TickerId, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { queryBatchDates } from '@sw/store/clickhouse/bar-batches';
import { reportTimes } from '@sw/store/postgres/records/reports/reports';
import { withdrawImport } from '@sw/store/postgres/records/tickers/imports';
import { type BoundJob, bindJob, type JobContext, type JsonObject } from '../../platform/jobs/definition.ts';
import { findSessionJumps } from '../engine/find-jumps.ts';
import type { MarketParts } from '../parts.ts';
import { findBuildableReports } from '../past/build-reports.ts';
import { readStoredUntil } from '../stored/stored-until.ts';
import { loadVolumeStarts, loadVolumeStartsWithout } from '../stored/volume-from.ts';
import { slotTimes } from '../timetable/slot-times.ts';
import { CORRECTIONS } from './correction-kinds.ts';
import { checkSplits, decideSplits, revokeContradictedSplits, UNDECIDED } from './decide-splits.ts';
import { findGaps, type Gap } from './find-gaps.ts';
import { findAffectedDates, queueRebuild, rebuildQueued, rebuildReports } from './rebuilds.ts';
import { refetchSessions } from './refetch-sessions.ts';
import { removeTickerData, renameTickerData } from './rename-ticker.ts';
import { createCorrectionOpener, type Steps } from './steps.ts';

/** What corrections need from the running market. */
export interface MarketAccess {
	/** Creates separate parts, which share stores, provider and publication with the running market, but not its engine or universe. */
	createParts(): Promise<MarketParts>;
	/** Makes the running market load changed bars and splits; resolves when it has resumed. */
	reload(): Promise<void>;
}

/** Defaults: number of sessions to check for gaps, and number of days to check for splits. */
const GAP_SESSIONS = 20;
const SPLIT_DAYS = 300;
/** Maximum number of items listed in a result; the others are only counted. */
const MAX_LISTED = 100;

interface Span {
	from?: string | undefined;
	to?: string | undefined;
}

interface TickerDate {
	ticker_id: number;
	date: string;
}

/** Handlers of each kind of correction. A change and its marks for rebuilding share a transaction, so a job can be repeated after a crash. */
export function createCorrectionJobs(access: MarketAccess, parameters: () => ParameterSet) {
	const openCorrection = createCorrectionOpener();
	const openPartsAndSteps = async (context: JobContext): Promise<{ parts: MarketParts; steps: Steps }> => {
		const { openParts, steps } = openCorrection(context.otherJobs, () => createJobParts(access, context));
		return { parts: await openParts(), steps };
	};

	/**
	 * Reloads the market after rows or tickers were removed, and rebuilds marked reports. Reports with other inputs get new versions even if no cell differs.
	 */
	const applyRemovals = async (context: JobContext): Promise<JsonObject> => {
		await access.reload();
		const { parts, steps } = await openPartsAndSteps(context);
		return { ...(await rebuildQueued(parts, parameters(), { byInputs: true, steps })) };
	};

	/** Reloads the running market if data changed, and rebuilds all marked reports. */
	const applyChanges = async (context: JobContext, changed: boolean): Promise<JsonObject> => {
		if (changed) await access.reload();
		const { parts, steps } = await openPartsAndSteps(context);
		return { ...(await rebuildQueued(parts, parameters(), { steps })) };
	};

	const gaps = bindJob(CORRECTIONS.gaps, async ({ fetch = true, ...span }, context) => {
		const { parts, steps } = await openPartsAndSteps(context);
		const [from, to] = await resolveSpan(
			parts,
			span,
			(last) => (parts.calendar.sessionByOrdinal(Math.max(0, last.ordinal - GAP_SESSIONS + 1)) ?? last).date,
		);
		const foundGaps = await findGaps(parts, from, to);
		const symbolOf = createSymbolLookup(parts);
		const result = {
			from,
			to,
			bars: foundGaps.reduce((sum, gap) => sum + gap.bars, 0),
			gaps: foundGaps.map((gap) => presentGap(gap, symbolOf)),
		};
		if (!fetch) return { ...result, open: summarizeOpen(foundGaps) };
		const incompleteSessions = foundGaps
			.filter(({ slots, bars }) => slots.length + bars > 0)
			.flatMap(({ date }) => parts.calendar.sessionOn(date) ?? []);
		const fetched =
			parts.provider.history && incompleteSessions.length > 0 ? await refetchSessions(parts, incompleteSessions, undefined, steps) : null;
		const rebuilt = await applyChanges(context, (fetched?.changed ?? 0) > 0);
		const buildableTimes = await findBuildableTimes(
			parts,
			foundGaps.flatMap(({ date }) => parts.calendar.sessionOn(date) ?? []),
		);
		const missingReports = new Set(foundGaps.flatMap(({ reports }) => reports).filter((time) => buildableTimes.has(time)));
		const reports = await rebuildReports((await openPartsAndSteps(context)).parts, parameters(), missingReports, { steps });
		const remainingGaps = foundGaps.length > 0 ? await findGaps((await openPartsAndSteps(context)).parts, from, to) : [];
		return { ...result, fetched, rebuilt, reports, open: summarizeOpen(remainingGaps) };
	});

	const splits_check = bindJob(CORRECTIONS.splits_check, async (span, context) => {
		const { parts } = await openPartsAndSteps(context);
		const [from, to] = await resolveSpan(parts, span, (last) => newYorkDate(last.open - SPLIT_DAYS * DAY));
		const contradicted = (await revokeContradictedSplits(parts, from, to)).length;
		const symbolOf = createSymbolLookup(parts);
		const items = (await checkSplits(parts, from, to)).map(({ tickerId, ...split }) => ({
			ticker_id: tickerId,
			ticker: symbolOf(tickerId),
			...split,
		}));
		const outliers = await findSessionJumps(parts, from, to, [...parts.universe.ids]);
		return {
			from,
			to,
			items: items.slice(0, 10 * MAX_LISTED),
			count: items.length,
			contradicted,
			open: summarizeOpen(items.filter(({ state }) => UNDECIDED.has(state))),
			// Jumps of a ticker while it counted as an index don't matter.
			outliers: summarizeOpen(outliers.filter(({ until }) => until === undefined)),
			rebuilt: await applyChanges(context, contradicted > 0),
		};
	});

	const splits = bindJob(CORRECTIONS.splits, async (request, context) => {
		const { parts } = await openPartsAndSteps(context);
		assertKnownTickers(parts, Object.values(request).flat());
		const changed = await decideSplits(parts, {
			apply: request.apply.map(withTickerId),
			revoke: request.revoke.map(withTickerId),
			dismiss: request.dismiss.map(withTickerId),
		});
		return { changed, rebuilt: await applyChanges(context, changed > 0) };
	});

	const corporate_actions = bindJob(CORRECTIONS.corporate_actions, async (request, context) => {
		const { parts } = await openPartsAndSteps(context);
		assertKnownTickers(parts, [...request.splits, ...request.dividends]);
		const dividends = request.dividends.map(withTickerId).map(({ date, ...dividend }) => ({ ...dividend, exDate: date }));
		const changed = await decideSplits(parts, { apply: request.splits.map(withTickerId), revoke: [], dismiss: [], dividends });
		return { changed, rebuilt: await applyChanges(context, changed > 0) };
	});

	const history = bindJob(CORRECTIONS.history, async ({ from, to, tickers }, context) => {
		const { parts, steps } = await openPartsAndSteps(context);
		const sessions = parts.calendar.sessionsBetween(exchangeDate(from), exchangeDate(to));
		const fetched = await refetchSessions(parts, sessions, tickers && new Set(tickers), steps);
		return { fetched, rebuilt: await applyChanges(context, fetched.changed > 0) };
	});

	const undo_import = bindJob(CORRECTIONS.undo_import, async ({ batch }, context) => {
		const { parts } = await openPartsAndSteps(context);
		const undone = await undoImport(parts, batch);
		return { undone: { ...undone }, rebuilt: undone.rows > 0 ? await applyRemovals(context) : await applyChanges(context, false) };
	});

	const remove_ticker = bindJob(CORRECTIONS.remove_ticker, async ({ ticker_id }, context) => {
		const { parts } = await openPartsAndSteps(context);
		const until = await readStoredUntil(parts.stores.records.db, parts.provider.name, 'bars');
		const removed = await removeTickerData(parts, ticker_id as TickerId, newYorkDate(until ?? 0));
		return { removed: removed ? { ...removed } : null, rebuilt: await applyRemovals(context) };
	});

	const rename_ticker = bindJob(CORRECTIONS.rename_ticker, async ({ from, to, date }, context) => {
		const moved = await renameTickerData((await openPartsAndSteps(context)).parts, { from, to, date: exchangeDate(date) });
		return { moved, rebuilt: await applyRemovals(context) };
	});

	const reports = bindJob(CORRECTIONS.reports, async ({ date, from, to }, context) => {
		const { parts, steps } = await openPartsAndSteps(context);
		const until = utcMs((await readStoredUntil(parts.stores.records.db, parts.provider.name, 'bars')) ?? 0);
		const [first, last] = [from ?? date ?? '', to ?? date ?? ''];
		const dateOf = (text: string): ExchangeDate => (text.includes('T') ? newYorkDate(Date.parse(text)) : exchangeDate(text));
		const sessions = parts.calendar.sessionsBetween(dateOf(first), dateOf(last));
		const buildableTimes = await findBuildableTimes(parts, sessions);
		const times = sessions.flatMap((session) => slotTimes(parts.slotsOn, session, until)).filter((time) => buildableTimes.has(time));
		const selectedTimes: ReportTime[] = date?.includes('T') ? times.filter((time) => time === Date.parse(date)) : times;
		if (selectedTimes.length === 0) throw new RangeError('No bars are stored for these dates.');
		return { ...(await rebuildReports(parts, parameters(), new Set(selectedTimes), { steps })) };
	});

	return { gaps, splits_check, splits, corporate_actions, history, undo_import, remove_ticker, rename_ticker, reports } satisfies Record<
		keyof typeof CORRECTIONS,
		BoundJob
	>;
}

function assertKnownTickers({ universe }: MarketParts, tickerDates: readonly TickerDate[]): void {
	const knownIds = new Set(universe.ids);
	const unknownEntry = tickerDates.find(({ ticker_id }) => !knownIds.has(ticker_id));
	if (unknownEntry) throw new RangeError(`There is no ticker ${unknownEntry.ticker_id}.`);
}

function withTickerId<T extends TickerDate>({ ticker_id, date, ...rest }: T) {
	return { ...rest, tickerId: ticker_id as TickerId, date: exchangeDate(date) };
}

/** Counts open problems, and finds the date of the newest one. */
function summarizeOpen(problems: readonly { readonly date: ExchangeDate }[]): { count: number; newest: ExchangeDate | null } {
	const dates = problems.map(({ date }) => date).sort();
	return { count: dates.length, newest: dates.at(-1) ?? null };
}

function createSymbolLookup({ universe }: MarketParts): (id: number) => string {
	const symbolById = new Map<number, string>(universe.tickers.map(({ id, symbol }) => [id, symbol]));
	return (id) => symbolById.get(id) ?? '';
}

function presentGap({ date, slots, tickers, bars, reports }: Gap, symbolOf: (id: number) => string): JsonObject {
	return {
		date,
		slots,
		tickers: tickers.slice(0, MAX_LISTED),
		symbols: tickers.slice(0, MAX_LISTED).map(symbolOf),
		tickers_count: tickers.length,
		bars,
		reports: reports.map((time) => isoSeconds(time)),
	};
}

/** Finds the times of slots with enough bars for a report, and of existing reports. */
async function findBuildableTimes({ stores, slotsOn }: MarketParts, sessions: readonly Session[]): Promise<Set<ReportTime>> {
	const [first, last] = [sessions[0], sessions.at(-1)];
	if (!first || !last) return new Set();
	const existing = await reportTimes(stores.records.db, first.open, last.close, 'reverse');
	return new Set([...(await findBuildableReports(stores, slotsOn, sessions)), ...existing]);
}

async function resolveSpan(
	parts: MarketParts,
	{ from, to }: Span,
	defaultFrom: (last: Session) => ExchangeDate,
): Promise<[ExchangeDate, ExchangeDate]> {
	const last = await findNewestSession(parts);
	const until = to === undefined ? (last?.date ?? newYorkDate(0)) : exchangeDate(to);
	return [from === undefined ? (last ? defaultFrom(last) : until) : exchangeDate(from), until];
}

/** Finds the newest session with stored bars. */
async function findNewestSession({ stores, provider, calendar }: MarketParts): Promise<Session | undefined> {
	const until = await readStoredUntil(stores.records.db, provider.name, 'bars');
	return until === undefined ? undefined : calendar.lastOpened(until);
}

/** Creates parts that report progress to the job and stop when the job is cancelled. */
async function createJobParts(access: MarketAccess, { progress, signal }: JobContext): Promise<MarketParts> {
	const parts = await access.createParts();
	return {
		...parts,
		readiness: { ...parts.readiness, setPhase: progress, set: () => {} },
		yieldToEventLoop: async () => {
			await parts.yieldToEventLoop();
			signal.throwIfAborted();
		},
	};
}

const FAR_FUTURE = utcMs(Date.UTC(2100, 0, 1));

interface WithdrawnRows {
	/** Number of withdrawn rows. */
	readonly rows: number;
	/** Number of dates with withdrawn rows. */
	readonly dates: number;
}

/**
 * Withdraws the rows of an import, so that replaced rows count again. Marks affected reports for rebuilding in the same transaction. Splits, dividends and
 * names from the file stay. Repeating it changes nothing.
 */
async function undoImport({ stores, provider, calendar }: MarketParts, batch: number): Promise<WithdrawnRows> {
	const dates = await queryBatchDates(stores.series, batch);
	const affected = findAffectedDates(
		calendar,
		dates.map((date) => ({ date })),
	);
	// A ticker counts as an index before its first volume. If the first volume changes, every report can change.
	const [before, after] = [await loadVolumeStarts(stores, calendar), await loadVolumeStartsWithout(stores, batch, calendar)];
	const times = isDeepStrictEqual(before, after) ? [] : await reportTimes(stores.records.db, utcMs(0), FAR_FUTURE, 'reverse');
	return stores.records.db.transaction(async (tx) => {
		await stores.fence.holdLead(tx);
		const rows = await withdrawImport(tx, provider.name, batch);
		if (rows === undefined) return { rows: 0, dates: 0 };
		await queueRebuild(tx, provider.name, new Set([...affected, ...times.map((time) => newYorkDate(time))]));
		return { rows, dates: dates.length };
	});
}
