/** Odd files as people have them, and what an import of each must give. */
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
	 * A line for each file in the order in which it is met: 'AAPL 20/22 closed 2' (symbols, rows taken of all, refused ones by reason), 'failed refused',
	 * 'skipped format', 'asks symbol'.
	 */
	gives: readonly string[];
	/** What a person is told. */
	says?: RegExp;
	exit: 0 | 1;
}

export const CORPUS: readonly CorpusCase[] = [...SYMBOL_CASES, ...ROW_CASES, ...TEXT_CASES, ...ZONE_CASES, ...TIME_CASES, ...ARCHIVE_CASES];

/** The day on the wall for all of them. */
export const CORPUS_TODAY = '2024-12-31';
