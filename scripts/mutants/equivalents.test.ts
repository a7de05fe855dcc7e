import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mutantsOf } from './changes.ts';
import { equivalence, readEquivalents } from './equivalents.ts';

it('lists equivalent mutants that still stand where they are said to', () => {
	const root = join(import.meta.dirname, '../..');
	const left = new Set(readEquivalents().map(({ file, before, after }) => `${file}\t${before}\t${after}`));
	for (const file of new Set(readEquivalents().map((entry) => entry.file)))
		for (const { before, after } of mutantsOf(file, readFileSync(join(root, file), 'utf8'))) left.delete(`${file}\t${before}\t${after}`);
	expect([...left]).toEqual([]);
});

it('knows an equivalent mutant by file and text', () => {
	const reasonOf = equivalence([{ file: 'a.ts', before: 'f(a < b);', after: 'f(a <= b);', reason: 'a is never b' }]);
	const [mutant] = mutantsOf('a.ts', '\n\tf(a < b);');
	expect(mutant && reasonOf(mutant)).toBe('a is never b');
	const [other] = mutantsOf('b.ts', 'f(a < b);');
	expect(other && reasonOf(other)).toBeUndefined();
});
