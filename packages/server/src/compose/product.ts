import type { Agent } from 'node:https';
import type { Calendar } from '@sw/domain/time/calendar';
import type { Stores } from '@sw/store/open';
import type { CheckTiming } from '@sw/store/watch';
import type { FastifyInstance } from 'fastify';
import type { Provider } from '../intake/provider.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import type { Command } from '../platform/control/socket.ts';
import type { Readiness } from '../platform/readiness.ts';
import type { ReportedMarket } from './core/market.ts';

export interface Product {
	readonly app: FastifyInstance;
	readonly stores: Stores;
	readonly readiness: Readiness;
	readonly market: ReportedMarket;
	/** The import command for a product that is not running; a running one receives it through the control socket. */
	readonly runImport: Command;
	/** For example 'Simulated market'. */
	readonly label: string;
	/** Lines to print as soon as the product listens: how to create the first administrator. */
	readonly firstSteps: readonly string[];
	/** Lines to print once the product is ready, such as the demo accounts. */
	readonly notes: readonly string[];
	/** Opens the port; pages show the progress of the start. Resolves to the URL. */
	listen(): Promise<string>;
	/** Brings the market up to date and keeps it running. Resolves when it can be read; rejects if the start fails. */
	run(): Promise<void>;
	/** Ends everything within 5 s. Repeated calls return the same promise. */
	close(): Promise<void>;
}

/** Replacements for real services, for tests and benchmarks. */
export interface Overrides {
	wall?: WallClock;
	/** How often to check whether the stores answer. */
	checkTiming?: CheckTiming;
	/** Milliseconds after which another process may take over a lead that was not renewed, see LeadLockParts. */
	leaseMs?: number;
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
