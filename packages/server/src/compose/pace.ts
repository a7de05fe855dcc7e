import type { Config } from '../config/config.ts';
import type { Provider } from '../intake/provider.ts';
import { type Pace, steadyPace } from '../platform/clocks/pace.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import { createWatchedPace } from '../platform/clocks/watched-pace.ts';
import type { Others } from './others.ts';

export interface OpenPace {
	pace: Pace;
	/** Somebody looks at a page. */
	looked(): void;
	stop(): void;
}

/** The speed that was told. Unless one was, the simulated market runs fast for those who look; what plays again keeps its time. */
export const openPace = (
	{ speed }: Pick<Config, 'speed'>,
	{ name }: Pick<Provider, 'name'>,
	wall: WallClock,
	/** With whom the market is shared: the process that leads hears of who looks at a page of another. */
	others?: Pick<Others, 'looked' | 'onLooked'>,
): OpenPace => {
	if (speed !== null || name !== 'simulated') return { pace: steadyPace(speed ?? 1), looked: () => {}, stop: () => {} };
	const pace = createWatchedPace(wall);
	others?.onLooked(pace.looked);
	return { pace, looked: others?.looked ?? pace.looked, stop: pace.stop };
};
