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
	/** Imports in a product that is not running; a running one takes the command from the control socket. */
	readonly importing: Command;
	/** For example 'Simulated market'. */
	readonly label: string;
	/** Lines to print as soon as it listens: how to create the first administrator. */
	readonly firstSteps: readonly string[];
	/** Lines to print once it is ready. */
	readonly notes: readonly string[];
	/** Opens the port; pages show the progress of the start. Resolves to the address. */
	listen(): Promise<string>;
	/** Brings the market up to date and keeps it running. Resolves when it can be read; rejects when the start fails. */
	run(): Promise<void>;
	/** Ends everything within 5 s; may be called again. */
	close(): Promise<void>;
}
