import type { Config } from '../../config/config.ts';
import type { Provider } from '../../intake/provider.ts';
import { createWatchedPace, type Pace, steadyPace } from '../../platform/clocks/pace.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { Peers } from './peers.ts';

export interface OpenPace {
	pace: Pace;
	/** Records that a user is viewing a page. */
	looked(): void;
	stop(): void;
}

/** The configured speed. By default the simulated market runs faster while a user is watching, and other markets run at real speed. */
export function openMarketPace(
	{ speed }: Pick<Config, 'speed'>,
	{ name }: Pick<Provider, 'name'>,
	wall: WallClock,
	/** Processes that share the market: the leading process is notified of viewers in the others. */
	peers?: Pick<Peers, 'looked' | 'onLooked'>,
): OpenPace {
	if (speed !== null || name !== 'simulated') return { pace: steadyPace(speed ?? 1), looked: () => {}, stop: () => {} };
	const pace = createWatchedPace(wall);
	peers?.onLooked(pace.looked);
	return { pace, looked: peers?.looked ?? pace.looked, stop: pace.stop };
}
