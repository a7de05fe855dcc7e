import type { ImportOptions } from '../read-import.ts';

export interface CorpusCase {
	/** Its folder in the corpus. */
	name: string;
	files: Readonly<Record<string, string | Buffer>>;
	options?: Pick<ImportOptions, 'zone' | 'symbol' | 'symbolFrom' | 'stamp' | 'dates' | 'interval'>;
	/**
	 * One line per file in reading order: 'AAPL 20/22 weekend 2' (symbol, accepted/all rows, rejected rows by reason), 'failed refused', 'skipped format',
	 * 'asks symbol'.
	 */
	gives: readonly string[];
	/** Expected in the output to the user. */
	says?: RegExp;
	exit: 0 | 1;
}
