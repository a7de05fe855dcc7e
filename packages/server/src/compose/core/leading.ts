import { hostname } from 'node:os';
import type { Stores } from '@sw/store/open';
import type { Config } from '../../config/config.ts';
import { ALWAYS_LEADS, type Leading, NEVER_LEADS } from '../../market/life/life.ts';
import { openLead } from '../../platform/lead/lead.ts';

/** Whether other processes can use the same stores. */
export function isShared({ databaseUrl, clickhouseUrl }: Pick<Config, 'databaseUrl' | 'clickhouseUrl'>): boolean {
	return databaseUrl !== null && clickhouseUrl !== null;
}

export interface OpenLeading {
	leading: Leading;
	/** The stores that the market writes to; with shared stores, writes are rejected after the lead is lost. */
	stores: Stores;
	close(): Promise<void>;
}

/** Opens the election of the leading process. With embedded stores there is only one process, which leads from the start. */
export async function openLeading(
	config: Pick<Config, 'databaseUrl' | 'clickhouseUrl' | 'roles' | 'host' | 'port'>,
	stores: Stores,
	onError: (message: string, error: unknown) => void,
	leaseMs?: number,
): Promise<OpenLeading> {
	const doNothing = async (): Promise<void> => {};
	if (!isShared(config)) return { leading: ALWAYS_LEADS, stores, close: doNothing };
	if (!config.roles.has('market')) return { leading: NEVER_LEADS, stores, close: doNothing };
	const { records } = stores;
	const address = `http://${config.host}:${config.port}`;
	const lead = await openLead({ records, name: `${hostname()} ${process.pid}`, address, leaseMs, onError });
	return { leading: lead, stores: { ...stores, fence: lead.fence }, close: lead.close };
}

/**
 * Calls `begin` whenever this process takes the lead, and aborts the signal when the lead is lost. This process does not compete for the lead again before the
 * work of `begin` has ended. Returns a function that stops everything.
 */
export function whileLeading(leading: Leading, begin: (stopSignal: AbortSignal) => Promise<void>): () => void {
	let aborter: AbortController | undefined;
	let currentWork: Promise<void> = Promise.resolve();
	const endWork = (): Promise<void> => {
		aborter?.abort(new Error('Another process leads the market.'));
		aborter = undefined;
		return currentWork;
	};
	const update = (): Promise<void> => {
		const workEnded = endWork();
		if (leading.getEpoch() === undefined) return workEnded;
		aborter = new AbortController();
		currentWork = begin(aborter.signal);
		return workEnded;
	};
	const unsubscribe = leading.onChange(update);
	void update();
	return () => {
		unsubscribe();
		void endWork();
	};
}
