import { expect, it } from 'vitest';
import { mutantsOf } from './changes.ts';
import { sampleOf } from './sample.ts';

const lines = Array.from({ length: 30 }, (_, i) => `f(a${i} < b);`);

function drawn(text: string, seed: number, file = 'folder/a.ts', folder = 'folder'): string[] {
	return sampleOf(mutantsOf(file, text), folder, 10, seed).map(({ after }) => after);
}

it('draws the same mutants for the same seed, also when other lines come or the folder moves', () => {
	const text = lines.join('\n');
	const sample = drawn(text, 1);
	expect(new Set(sample).size).toBe(10);
	expect(drawn(text, 1)).toEqual(sample);
	expect(drawn(text, 1, 'elsewhere/folder/a.ts', 'elsewhere/folder')).toEqual(sample);
	expect(drawn(`// one more\n${text}`, 1)).toEqual(sample);
	expect(drawn(text, 2)).not.toEqual(sample);
});

it('distinguishes mutants of identical lines', () => {
	const twice = mutantsOf('a.ts', 'f(a < b);\nf(a < b);');
	expect(
		sampleOf(twice, '', 2, 1)
			.map(({ line }) => line)
			.sort(),
	).toEqual([1, 2]);
	expect(sampleOf(twice, '', 5, 1)).toHaveLength(2);
});
