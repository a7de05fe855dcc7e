/** Mutants that no test can distinguish from the original, each with a reason. They are identified by their text, so edits elsewhere don't matter. */
import { readFileSync } from 'node:fs';
import type { Mutant } from './changes.ts';

export interface Equivalent {
	file: string;
	before: string;
	after: string;
	nth: number;
	reason: string;
}

const COLUMNS = 5;

export function readEquivalents(): Equivalent[] {
	return readFileSync(new URL('./equivalents.tsv', import.meta.url), 'utf8')
		.trimEnd()
		.split('\n')
		.slice(1)
		.map((line, i) => {
			const [file = '', before = '', after = '', nth = '', reason = '', ...extraColumns] = line.split('\t');
			if (reason === '' || extraColumns.length > 0) throw new Error(`equivalents.tsv, line ${i + 2}: expected ${COLUMNS} columns`);
			return { file, before, after, nth: Number(nth), reason };
		});
}

export function keyOf({ file, before, after, nth }: Pick<Mutant, 'file' | 'before' | 'after' | 'nth'>): string {
	return [file, before, after, nth].join('\t');
}

export function createReasonLookup(list: readonly Equivalent[]): (mutant: Mutant) => string | undefined {
	const reasons = new Map(list.map((entry) => [keyOf(entry), entry.reason]));
	return (mutant) => reasons.get(keyOf(mutant));
}
