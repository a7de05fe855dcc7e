import type { Stores } from '@sw/store/open';
import type { FastifyInstance } from 'fastify';
import type { Command } from '../platform/control/socket.ts';
import type { Readiness } from '../platform/readiness.ts';
import type { ReportedMarket } from './core/market.ts';

export interface Product {
	readonly app: FastifyInstance;
	readonly stores: Stores;
	readonly readiness: Readiness;
	readonly market: ReportedMarket;
	/** The import command for a product that is not running; a running one receives it through the control socket. */
	readonly importing: Command;
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
