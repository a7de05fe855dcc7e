import type { Config } from '../../config/config.ts';
import type { Provider } from '../../intake/provider.ts';
import { createSteadyPace, createWatchedPace, type Pace } from '../../platform/clocks/pace.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { Peers } from './peers.ts';

export interface OpenPace {
	pace: Pace;
	/** Records that a user is viewing a page. */
	recordView(): void;
	stop(): void;
}

/** Opens the market's pace: the configured speed, or by default real speed, except that a simulated market runs faster while a user is watching. */
export function openMarketPace(
	{ speed }: Pick<Config, 'speed'>,
	{ name }: Pick<Provider, 'name'>,
	wall: WallClock,
	/** Processes that share the market: the leading process is notified of viewers in the others. */
	peers?: Pick<Peers, 'notifyViewing' | 'onViewing'>,
): OpenPace {
	if (speed !== null || name !== 'simulated') return { pace: createSteadyPace(speed ?? 1), recordView: () => {}, stop: () => {} };
	const pace = createWatchedPace(wall);
	peers?.onViewing(pace.recordWatching);
	return { pace, recordView: peers?.notifyViewing ?? pace.recordWatching, stop: pace.stop };
}
