import { hostname } from 'node:os';
import type { Stores } from '@sw/store/open';
import type { Config } from '../config/config.ts';
import { ALONE, FOLLOWS, type Leading } from '../market/life/leading.ts';
import { openLead } from '../platform/lead/lead.ts';

/** Whether other processes can come to the same stores. */
export const isShared = ({ databaseUrl, clickhouseUrl }: Pick<Config, 'databaseUrl' | 'clickhouseUrl'>): boolean =>
	databaseUrl !== null && clickhouseUrl !== null;

export interface OpenLeading {
	leading: Leading;
	/** What the market's work writes to. */
	stores: Stores;
	close(): Promise<void>;
}

/** Stands for the lead where a process may have it. Embedded stores belong to one process, which leads from the first moment on. */
export const openLeading = async (
	config: Pick<Config, 'databaseUrl' | 'clickhouseUrl' | 'roles' | 'host' | 'port'>,
	stores: Stores,
	onTrouble: (what: string, error: unknown) => void,
	lease?: number,
): Promise<OpenLeading> => {
	const alone = async (): Promise<void> => {};
	if (!isShared(config)) return { leading: ALONE, stores, close: alone };
	if (!config.roles.has('market')) return { leading: FOLLOWS, stores, close: alone };
	const { records } = stores;
	const address = `http://${config.host}:${config.port}`;
	const lead = await openLead({ records, name: `${hostname()} ${process.pid}`, address, lease, onTrouble });
	return { leading: lead, stores: { ...stores, fence: lead.fence }, close: lead.close };
};

/**
 * Lets work go on in the process that leads: begins it whenever this one does, and aborts its signal when the lead is lost; the lead is not sought again
 * before that work has ended. Answers the way to end it.
 */
export const whileLeading = (leading: Leading, begin: (until: AbortSignal) => Promise<void>): (() => void) => {
	let until: AbortController | undefined;
	let working: Promise<void> = Promise.resolve();
	const end = (): Promise<void> => {
		until?.abort(new Error('Another process leads the market.'));
		until = undefined;
		return working;
	};
	const look = (): Promise<void> => {
		const ended = end();
		if (leading.epoch() === undefined) return ended;
		until = new AbortController();
		working = begin(until.signal);
		return ended;
	};
	const unhear = leading.onChange(look);
	void look();
	return () => {
		unhear();
		void end();
	};
};
