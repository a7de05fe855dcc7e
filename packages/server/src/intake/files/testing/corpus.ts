/** Odd files as users have them, and the expected import result of each. */
import type { ImportOptions } from '../read-import.ts';
import { ARCHIVE_CASES } from './corpus-archives.ts';
import { ROW_CASES } from './corpus-odd-rows.ts';
import { SYMBOL_CASES } from './corpus-symbols.ts';
import { TEXT_CASES } from './corpus-texts.ts';
import { TIME_CASES } from './corpus-times.ts';
import { ZONE_CASES } from './corpus-zones.ts';

export interface CorpusCase {
	/** Its folder in the corpus. */
	name: string;
	files: Readonly<Record<string, string | Buffer>>;
	options?: Pick<ImportOptions, 'zone' | 'symbol' | 'symbolFrom' | 'stamp' | 'interval'>;
	/**
	 * One line per file in reading order: 'AAPL 20/22 closed 2' (symbol, accepted rows of all, refused rows by reason), 'failed refused', 'skipped format',
	 * 'asks symbol'.
	 */
	gives: readonly string[];
	/** Expected in the output to the user. */
	says?: RegExp;
	exit: 0 | 1;
}

export const CORPUS: readonly CorpusCase[] = [...SYMBOL_CASES, ...ROW_CASES, ...TEXT_CASES, ...ZONE_CASES, ...TIME_CASES, ...ARCHIVE_CASES];

/** Today's date in all cases. */
export const CORPUS_TODAY = '2024-12-31';
