import type { Ticker } from '@sw/domain/prices/ticker';
import type { UtcMs } from '@sw/domain/time/units';
import type { Provider } from '../provider.ts';

export interface FilesProviderOptions {
	/** All imported tickers by ascending id, with their share counts as of an instant. */
	tickers(asOf: UtcMs): Promise<Ticker[]>;
	/** End of the newest imported bar, at which the market clock is stopped. */
	end: UtcMs;
}

/**
 * Creates a market of imported files. It has no feed and no history: imports write bars into the store, and everything else reads them from there.
 */
export function createFilesProvider({ tickers, end }: FilesProviderOptions): Provider {
	return {
		name: 'files',
		label: 'Imported files',
		simulated: false,
		clock: { kind: 'stopped', start: end },
		universe: tickers,
	};
}
