import type { Agent } from 'node:https';
import type { Calendar } from '@sw/domain/time/calendar';
import type { Stores } from '@sw/store/open';
import type { Beat } from '@sw/store/watch';
import type { Provider } from '../intake/provider.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';

/** What tests and benchmarks give a product instead of the world's. */
export interface Overrides {
	wall?: WallClock;
	/** How often the stores are asked whether they answer. */
	beat?: Beat;
	/** Milliseconds after which a lead that was not renewed is another's, see SeatParts. */
	lease?: number;
	provider?: (stores: Stores, calendar: Calendar) => Promise<Provider>;
	/** Stand-ins for the vendors' hosts, by name. */
	vendors?: Readonly<Record<string, string>>;
	/** By which notices leave for other servers; the public internet alone unless told. */
	agent?: Agent;
	/** Sessions whose reports are built at first start. */
	reportSessions?: number;
	/** Of an address. */
	callsPerMinute?: number;
	/** Vite serves the web application from its sources. */
	dev?: boolean;
	/** False leaves the pages out: an API alone. */
	web?: boolean;
}
