/** Odd files as users have them, and the expected import result of each. */
import { ARCHIVE_CASES } from './corpus-archives.ts';
import type { CorpusCase } from './corpus-case.ts';
import { ROW_CASES } from './corpus-odd-rows.ts';
import { SYMBOL_CASES } from './corpus-symbols.ts';
import { TEXT_CASES } from './corpus-texts.ts';
import { TIME_CASES } from './corpus-times.ts';
import { ZONE_CASES } from './corpus-zones.ts';

export const CORPUS: readonly CorpusCase[] = [...SYMBOL_CASES, ...ROW_CASES, ...TEXT_CASES, ...ZONE_CASES, ...TIME_CASES, ...ARCHIVE_CASES];

/** Today's date in all cases. */
export const CORPUS_TODAY = '2024-12-31';
