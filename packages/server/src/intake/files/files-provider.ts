import type { Ticker } from '@sw/domain/prices/ticker';
import type { UtcMs } from '@sw/domain/time/units';
import type { Provider } from '../provider.ts';

export interface FilesProviderOptions {
	/** The tickers that imports have brought so far, ascending id. */
	tickers(asOf: UtcMs): Promise<Ticker[]>;
	/** End of the newest imported bar. */
	end: UtcMs;
}

/** A market of imported files. It has no feed and no history of its own: an import writes bars into the store, and everything else reads them there. */
export function createFilesProvider({ tickers, end }: FilesProviderOptions): Provider {
	return {
		name: 'files',
		label: 'Imported files',
		simulated: false,
		clock: { kind: 'stopped', start: end },
		universe: tickers,
	};
}
