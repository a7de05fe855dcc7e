import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMutants } from './changes.ts';
import { createReasonLookup, keyOf, readEquivalents } from './equivalents.ts';

it('lists equivalent mutants that still stand where they are said to', () => {
	const root = join(import.meta.dirname, '../..');
	const left = new Set(readEquivalents().map(keyOf));
	for (const file of new Set(readEquivalents().map((entry) => entry.file)))
		for (const mutant of createMutants(file, readFileSync(join(root, file), 'utf8'))) left.delete(keyOf(mutant));
	expect([...left]).toEqual([]);
});

it('knows an equivalent mutant by file and text', () => {
	const reasonOf = createReasonLookup([{ file: 'a.ts', before: 'f(a < b);', after: 'f(a <= b);', nth: 1, reason: 'a is never b' }]);
	const [mutant, second] = createMutants('a.ts', '\n\tf(a < b);\nf(a < b);');
	expect(mutant && reasonOf(mutant)).toBe('a is never b');
	expect(second && reasonOf(second)).toBeUndefined();
	const [other] = createMutants('b.ts', 'f(a < b);');
	expect(other && reasonOf(other)).toBeUndefined();
});
