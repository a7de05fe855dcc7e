/** A sample that the same seed draws again: each mutant has a number of its own by seed and text, and the smallest are taken. Edits elsewhere leave it as it is. */
import { createHash } from 'node:crypto';
import type { Mutant } from './changes.ts';

/** `room`: the folder sampled; paths count from there, so that a room that moves keeps its sample. */
export const sampleOf = (mutants: readonly Mutant[], room: string, size: number, seed: number): Mutant[] => {
	return mutants
		.map((mutant) => {
			const { file, before, after, nth } = mutant;
			const name = [seed, file.slice(room.length), before, after, nth].join('\t');
			return { mutant, order: createHash('sha256').update(name).digest('hex') };
		})
		.sort((a, b) => (a.order < b.order ? -1 : 1))
		.slice(0, size)
		.map(({ mutant }) => mutant);
};
