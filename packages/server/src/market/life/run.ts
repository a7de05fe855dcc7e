import type { Session } from '@sw/domain/time/calendar';
import { utcMs } from '@sw/domain/time/units';
import type { MarketClock } from '../../platform/clocks/market-clock.ts';
import { forceGc } from '../../platform/force-gc.ts';
import { storeLateBars, storeLateOptions } from '../corrections/late-bars.ts';
import { rebuildQueued } from '../corrections/pending-rebuilds.ts';
import { revokeContradictedSplits } from '../corrections/revoke-contradicted-splits.ts';
import { buildMissing } from '../past/build-missing.ts';
import { runLive } from '../slots/live.ts';
import type { MarketContext } from './market-context.ts';
import { restartDelay } from './restart-delay.ts';
import type { WarmMarket } from './warm-up.ts';

export interface Running extends WarmMarket {
	clock: MarketClock;
	/** Aborts when the run must end; the run aborts it itself when its slots end. */
	turn: AbortController;
	/** Restarts the market on corrected bars. */
	startOver(): Promise<void>;
}

/** Runs live slots, past reports and report followers side by side; returns when all three have ended, since two at a time would publish twice. */
export async function runMarket(context: MarketContext, run: Running): Promise<void> {
	const { ending, onError } = context;
	const { parts, market, clock, running, turn } = run;
	const { signal } = turn;
	// The callers check their signals after the wait.
	const rest = (ms: number): Promise<void> => context.rest(ms, ending).catch(() => {});
	const follower = context.follow?.({ clock, signal, pause: rest });
	const correct = async (session: Session): Promise<void> => {
		await storeLateBars(parts, session);
		await storeLateOptions(parts, session, signal);
		// Finds a vendor's split of the day that its own prices contradict.
		await revokeContradictedSplits(parts, session.date, session.date);
		// Includes what an earlier attempt marked but did not build.
		const { looked } = await rebuildQueued(parts, context.parameters());
		// The engine must continue from these bars, too.
		if (looked > 0) void run.startOver().catch(() => {});
	};
	const live = runLive({
		parts,
		market,
		clock,
		running,
		signal,
		wallNow: () => utcMs(context.wall.now()),
		pause: rest,
		onError,
		correct,
		follow: async (report) => follower?.published(report),
	});
	const past = buildPast(context, run, rest).then(async () => {
		await follower?.missed();
		// Collects the garbage of thousands of reports: slots alone allocate so little that V8 would take hours.
		if (run.missing.times.size > 0 && !signal.aborted) forceGc();
	});
	await live.finally(() => turn.abort(new Error('The market is restarting.')));
	await past;
}

/** Builds past reports beside the running market; failures are retried. */
async function buildPast(context: MarketContext, { parts, missing, turn }: Running, rest: (ms: number) => Promise<void>): Promise<void> {
	const { signal } = turn;
	for (let tries = 0; !signal.aborted; tries++) {
		try {
			await buildMissing(parts, context.parameters(), missing);
			context.readiness.set('ready');
			return context.settle();
		} catch (error) {
			if (signal.aborted) return;
			context.onError('failed to build past reports', error);
			await rest(restartDelay(tries));
		}
	}
}
