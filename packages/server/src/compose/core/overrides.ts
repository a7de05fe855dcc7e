import type { Agent } from 'node:https';
import type { Calendar } from '@sw/domain/time/calendar';
import type { Stores } from '@sw/store/open';
import type { CheckTiming } from '@sw/store/watch';
import type { Provider } from '../../intake/provider.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/** Replacements for real services, for tests and benchmarks. */
export interface Overrides {
	wall?: WallClock;
	/** How often to check whether the stores answer. */
	beat?: CheckTiming;
	/** Milliseconds after which another process may take over a lead that was not renewed, see SeatParts. */
	lease?: number;
	provider?: (stores: Stores, calendar: Calendar) => Promise<Provider>;
	/** Stand-ins for the vendors' hosts, by name. */
	vendors?: Readonly<Record<string, string>>;
	/** HTTP agent for outgoing alerts. Default: one that reaches the public internet only. */
	agent?: Agent;
	/** Number of past sessions whose reports are built at the first start. */
	reportSessions?: number;
	/** Allowed calls per minute from one IP address. */
	callsPerMinute?: number;
	/** Whether Vite serves the web application from its sources. */
	dev?: boolean;
	/** False: no pages, only the API. */
	web?: boolean;
}
