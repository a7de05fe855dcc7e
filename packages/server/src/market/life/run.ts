import type { Ticker } from '@sw/domain/prices/ticker';
import type { Session } from '@sw/domain/time/calendar';
import { type ExchangeDate, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { notifyChange, readChangeCounts } from '@sw/store/postgres/records/changes';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import type { MarketClock } from '../../platform/clocks/market-clock.ts';
import { forceGc } from '../../platform/memory.ts';
import { revokeContradictedSplits } from '../corrections/decide-splits.ts';
import { storeLateBars, storeLateOptions } from '../corrections/late-bars.ts';
import { rebuildQueued } from '../corrections/rebuilds.ts';
import { createMarketEngine, type MarketEngine } from '../engine/market-engine.ts';
import { createMentionWindow } from '../engine/mention-window.ts';
import { createInformationReader } from '../filings/read-information.ts';
import { readFilingsUntil } from '../filings/stored-filings.ts';
import { fillRows } from '../following/follow-market.ts';
import type { MarketParts } from '../parts.ts';
import { buildMissing, buildPending } from '../past/build-reports.ts';
import { bringUpToDate, type CaughtUpMarket } from '../slots/catch-up.ts';
import { fillAttention, fillWindow } from '../slots/fill-windows.ts';
import { runLive } from '../slots/live.ts';
import { publishMarketValue, readPublishedMarket } from '../stored/published-market.ts';
import { readStoredUntil } from '../stored/stored-until.ts';
import { areSameRows, type Rows } from '../window/market-rows.ts';
import { VOLUME_SESSIONS } from '../window/price-window.ts';
import { restartDelay } from './life.ts';
import { createMarketParts, type MarketContext } from './market-context.ts';

export interface RunningMarket extends WarmMarket {
	clock: MarketClock;
	/** Aborted when the run must end; the run itself aborts it when its live slots end. */
	aborter: AbortController;
	/** Restarts the market on corrected bars. */
	startOver(): Promise<void>;
}

/** Runs live slots, past reports and the follower concurrently. Resolves when all have ended, because two overlapping runs would publish twice. */
export async function runMarket(context: MarketContext, run: RunningMarket): Promise<void> {
	const { stopSignal, onError } = context;
	const { parts, engine, clock, currentSession, aborter } = run;
	const { signal } = aborter;
	// Errors are ignored, because callers check their signals after the wait.
	const waitForRetry = (ms: number): Promise<void> => context.waitForRecovery(ms, stopSignal).catch(() => {});
	const follower = context.follow?.({ clock, signal, pause: waitForRetry });
	const correctSession = async (session: Session): Promise<void> => {
		await storeLateBars(parts, session);
		await storeLateOptions(parts, session, signal);
		// Revokes a vendor's split of the day that its own prices contradict.
		await revokeContradictedSplits(parts, session.date, session.date);
		// Includes dates that an earlier attempt marked but did not rebuild.
		const { looked } = await rebuildQueued(parts, context.parameters());
		// The running engine must continue from the corrected bars, too.
		if (looked > 0) void run.startOver().catch(() => {});
	};
	const livePromise = runLive({
		parts,
		market: engine,
		clock,
		currentSession,
		signal,
		wallNow: () => utcMs(context.wall.now()),
		pause: waitForRetry,
		onError,
		correctSession,
		follow: async (report) => follower?.onPublished(report),
	});
	const pastPromise = buildPast(context, run, waitForRetry).then(async () => {
		await follower?.catchUp();
		// Collect the garbage of thousands of reports: live slots allocate so little that V8 would not for hours.
		if (run.missing.times.size > 0 && !signal.aborted) forceGc();
	});
	await livePromise.finally(() => aborter.abort(new Error('The market is restarting.')));
	await pastPromise;
}

/** Builds past reports while the market runs; retries after failures. */
async function buildPast(
	context: MarketContext,
	{ parts, missing, aborter }: RunningMarket,
	waitForRetry: (ms: number) => Promise<void>,
): Promise<void> {
	const { signal } = aborter;
	for (let attempts = 0; !signal.aborted; attempts++) {
		try {
			await buildMissing(parts, context.parameters(), missing);
			context.readiness.set('ready');
			return context.onPastReportsBuilt();
		} catch (error) {
			if (signal.aborted) return;
			context.onError('failed to build past reports', error);
			await waitForRetry(restartDelay(attempts));
		}
	}
}

interface WarmMarket extends CaughtUpMarket {
	parts: MarketParts;
	engine: MarketEngine;
}

/** Shows stored data, then warms up an engine to the clock's current position and builds the newest reports. */
export async function warmUp(context: MarketContext, signal: AbortSignal): Promise<WarmMarket> {
	const { stores, provider, reports, rows, readiness } = context;
	const { db } = stores.records;
	const existing = await reports.showStored();
	const showsFirstRows = reports.hasReports() && !rows.shownRows();
	if (showsFirstRows) {
		readiness.setPhase('Loading market data');
		// Before the provider is asked, which can be slow or unreachable.
		await showRows(context, signal);
	}
	if (reports.hasReports()) {
		readiness.set('ready', 'Updating the market');
		await context.beforeWarmUp?.();
	}
	const now = context.clock.now();
	const tickers = await provider.universe(now);
	// Shares stay on the last published basis, for followers and a start that fails: a provider does not know splits by administrators.
	await saveTickers(db, provider.name, tickers, { keepsShares: true });
	if (showsFirstRows) rows.reset(tickers);
	const { universe } = rows.pendingRows();
	universe.refresh(tickers);
	const parts = await createMarketParts(context, signal);
	await parts.filings.refresh();
	await readFilingsUntil(parts, now);
	const until = await readStoredUntil(db, provider.name, 'bars');
	if (provider.history) await parts.actions.refresh(provider.history.slotsFrom, newYorkDate(now));
	const mentions = createMentionWindow(universe.ids.length, universe.rowOf);
	const market = createMarketEngine(context.parameters(), universe, mentions, parts.actions, {
		information: createInformationReader(parts),
	});
	const upToDate = await bringUpToDate(parts, market, { now, storedUntil: until, existing, reportSessions: context.reportSessions });
	await fillAttention(parts, now);
	// Publish before showing: if publishing fails, the retry must compare with what was shown before.
	const beginning = await publishBeginning(context, tickers, upToDate.currentSession?.session.date);
	rows.show(beginning);
	return { ...upToDate, parts, engine: market };
}

/**
 * Shows stored data while the engine warms up, as in a following process, but without mentions, and only as many sessions as charts and average volumes need.
 * The engine's warm-up must fill separate rows.
 */
async function showRows(context: MarketContext, signal: AbortSignal): Promise<void> {
	const { stores, provider, rows, calendar, clock } = context;
	const published = await readPublishedMarket(stores.records.db, provider.name);
	const newest = calendar.lastOpened(clock.now());
	const first = newest && calendar.sessionByOrdinal(newest.ordinal - VOLUME_SESSIONS + 1);
	// These rows have no beginning, because no other process shows them.
	const partialMarket = {
		...published,
		beginning: undefined,
		windowFrom: first?.date,
		mentionsUntil: undefined,
	};
	await fillRows({ rows, createParts: (stopSignal) => createMarketParts(context, stopSignal) }, partialMarket, signal);
}

/**
 * Publishes the rows that this process has filled, with shares after the newest splits, for followers and the next start. Followers reload only rows that
 * differ from the shown ones; otherwise a hundred processes would read a year of the market for nothing. Returns the current beginning; undefined without
 * followers.
 */
async function publishBeginning(
	context: MarketContext,
	tickers: readonly Ticker[],
	date: ExchangeDate | undefined,
): Promise<number | undefined> {
	const { stores, provider, rows, leading } = context;
	const { market: previousBeginning } = await readChangeCounts(stores.records.db);
	const followerRows = getFollowerRows(context, previousBeginning);
	const filledRows = rows.pendingRows();
	const { universe, prices } = filledRows;
	const { shares } = universe;
	const first = prices.sessions[0]?.session.date;
	const tickersAfterSplits = tickers.map((ticker, row) => ({ ...ticker, shares: Number.isNaN(shares[row]) ? null : shares[row]! }));
	return stores.records.db.transaction(async (tx) => {
		await stores.fence.holdLead(tx);
		await saveTickers(tx, provider.name, tickersAfterSplits);
		if (first) await publishMarketValue(tx, provider.name, 'window_from', first);
		if (date) await publishMarketValue(tx, provider.name, 'shares_on', date);
		if (date) await publishMarketValue(tx, provider.name, 'opened', date);
		if (!leading) return undefined;
		return followerRows && areSameRows(followerRows, filledRows) ? previousBeginning : notifyChange(tx, 'market');
	});
}

/** Returns the rows that following processes show, if this process shows the same rows; otherwise undefined. */
function getFollowerRows({ rows }: MarketContext, beginning: number | undefined): Rows | undefined {
	const shownRows = rows.shownRows();
	return shownRows?.beginning !== undefined && shownRows.beginning === beginning ? shownRows.rows : undefined;
}

/** Shows a market whose clock is stopped at the end of its data: builds pending reports of imports, and fills and shows the rows. */
export async function showPausedMarket(context: MarketContext): Promise<void> {
	const { stores, provider, clock, reports, rows, readiness } = context;
	await reports.showStored();
	if (reports.hasReports()) readiness.set('ready', 'Updating the market');
	const parts = await createMarketParts(context, context.stopSignal);
	await buildPending(parts, context.parameters());
	const until = (await readStoredUntil(stores.records.db, provider.name, 'bars')) ?? clock.now();
	await fillWindow(parts, until);
	await fillAttention(parts, until);
	rows.show();
	await notifyChange(stores.records.db, 'market');
	readiness.set('ready');
	context.onPastReportsBuilt();
}

/** Builds reports and fills new rows after more data was stored in a paused market. */
export async function refreshPausedMarket(context: MarketContext): Promise<void> {
	const { stores, provider, clock, rows } = context;
	const until = (await readStoredUntil(stores.records.db, provider.name, 'bars')) ?? clock.now();
	rows.reset(await provider.universe(until));
	await showPausedMarket(context);
	clock.pause(until);
}
