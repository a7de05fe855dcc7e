import type { Job } from './queries.ts';

/** A session with gaps, as reported by the gap check. */
export interface Gap {
	readonly date: string;
	/** Slots in which far fewer tickers than usual have a bar; the first is 0. */
	readonly slots: readonly number[];
	readonly symbols: readonly string[];
	readonly tickers_count: number;
	readonly bars: number;
	/** Slots without a report. */
	readonly reports: readonly string[];
}

/** A split in a check's result, active or suspected. */
export interface CheckedSplit {
	readonly ticker_id: number;
	readonly ticker: string;
	readonly date: string;
	readonly state: string;
	readonly ratio: number | null;
	readonly reported: number | null;
	readonly source: string | null;
	readonly jump: { readonly before: number; readonly after: number; readonly candidates: readonly number[] } | null;
}

interface Looked {
	readonly looked: number;
	readonly changed: number;
}

/** Results of jobs that fix data; each kind has some of the fields. */
interface Results {
	readonly from?: string;
	readonly to?: string;
	readonly gaps?: readonly Gap[];
	readonly items?: readonly CheckedSplit[];
	readonly contradicted?: number;
	/** Decisions that were new. */
	readonly changed?: number;
	readonly fetched?: { readonly sessions: number; readonly added: number; readonly corrected: number } | null;
	readonly undone?: { readonly rows: number; readonly dates: number };
	readonly removed?: { readonly rows: number; readonly favorites: number; readonly frozen: number; readonly levels: number } | null;
	/** Rows that a rename moved. */
	readonly moved?: number;
	/** Of an import. */
	readonly files?: number;
	readonly known?: number;
	readonly failed?: number;
	readonly rejects?: number;
	readonly added?: number;
	readonly corrected?: number;
	readonly rebuilt?: Looked;
	readonly reports?: Looked;
}

export function resultsOf({ result }: Pick<Job, 'result'>): Results {
	return (result ?? {}) as Results;
}
