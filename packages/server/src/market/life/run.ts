import type { Session } from '@sw/domain/time/calendar';
import { utcMs } from '@sw/domain/time/units';
import type { MarketClock } from '../../platform/clocks/market-clock.ts';
import { collectPutDown } from '../../platform/put-down.ts';
import { takeOutContradicted } from '../corrections/contradicted-splits.ts';
import { takeLateBars, takeLateOptions } from '../corrections/late-bars.ts';
import { rebuildNoted } from '../corrections/pending-rebuilds.ts';
import { buildMissing } from '../past/build-missing.ts';
import { runLive } from '../slots/live.ts';
import { restartAfter } from './restart-after.ts';
import type { Upkeep } from './upkeep.ts';
import type { WarmMarket } from './warm-up.ts';

export interface Running extends WarmMarket {
	clock: MarketClock;
	/** Aborts when the run is to end; ended by the run itself when its slots do. */
	turn: AbortController;
	/** Lets the market start anew on bars that were corrected. */
	startOver(): Promise<void>;
}

/** Slot after slot, with the past behind it and what follows reports beside it; all three end before this does: two of one would publish twice. */
export const runMarket = async (upkeep: Upkeep, run: Running): Promise<void> => {
	const { ending, onTrouble } = upkeep;
	const { parts, market, clock, running, turn } = run;
	const { signal } = turn;
	// Whoever waits looks at the signals then.
	const rest = (ms: number): Promise<void> => upkeep.rest(ms, ending).catch(() => {});
	const follower = upkeep.follow?.({ clock, signal, pause: rest });
	const correct = async (session: Session): Promise<void> => {
		await takeLateBars(parts, session);
		await takeLateOptions(parts, session, signal);
		// A vendor's split of the day that its own prices do not show.
		await takeOutContradicted(parts, session.date, session.date);
		// Also what an earlier try has noted and not built.
		const { looked } = await rebuildNoted(parts, upkeep.parameters());
		// The engine has to go on from these bars too.
		if (looked > 0) void run.startOver().catch(() => {});
	};
	const live = runLive({
		parts,
		market,
		clock,
		running,
		signal,
		wallNow: () => utcMs(upkeep.wall.now()),
		pause: rest,
		onTrouble,
		correct,
		follow: async (report) => follower?.published(report),
	});
	const past = buildPast(upkeep, run, rest).then(async () => {
		await follower?.missed();
		// What thousands of reports were made of: slots by themselves take hours until V8 collects it.
		if (run.missing.times.size > 0 && !signal.aborted) collectPutDown();
	});
	await live.finally(() => turn.abort(new Error('The market is restarting.')));
	await past;
};

/** Past reports behind the running market; what fails is tried again. */
const buildPast = async (upkeep: Upkeep, { parts, missing, turn }: Running, rest: (ms: number) => Promise<void>): Promise<void> => {
	const { signal } = turn;
	for (let tries = 0; !signal.aborted; tries++) {
		try {
			await buildMissing(parts, upkeep.parameters(), missing);
			upkeep.readiness.set('ready');
			return upkeep.settle();
		} catch (error) {
			if (signal.aborted) return;
			upkeep.onTrouble('failed to build past reports', error);
			await rest(restartAfter(tries));
		}
	}
};
