/** A reproducible sample: each mutant has a number by seed and text, and the smallest are taken. Edits elsewhere do not change it. */
import { createHash } from 'node:crypto';
import type { Mutant } from './changes.ts';

/** `folder` is the sampled one; paths are relative to it, so that a moved folder keeps its sample. */
export function sampleOf(mutants: readonly Mutant[], folder: string, size: number, seed: number): Mutant[] {
	return mutants
		.map((mutant) => {
			const { file, before, after, nth } = mutant;
			const name = [seed, file.slice(folder.length), before, after, nth].join('\t');
			return { mutant, order: createHash('sha256').update(name).digest('hex') };
		})
		.sort((a, b) => (a.order < b.order ? -1 : 1))
		.slice(0, size)
		.map(({ mutant }) => mutant);
}
