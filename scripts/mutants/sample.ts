/** A sample that the same seed draws again: each mutant has a number of its own by seed and text, and the smallest are taken. Edits elsewhere leave it as it is. */
import { createHash } from 'node:crypto';
import type { Mutant } from './changes.ts';

/** `room`: the folder sampled; paths count from there, so that a room that moves keeps its sample. */
export const sampleOf = (mutants: readonly Mutant[], room: string, size: number, seed: number): Mutant[] => {
	const seen = new Map<string, number>();
	return mutants
		.map((mutant) => {
			const name = `${mutant.file.slice(room.length)}\t${mutant.before}\t${mutant.after}`;
			const nth = (seen.get(name) ?? 0) + 1;
			seen.set(name, nth);
			return { mutant, order: createHash('sha256').update(`${seed}\t${name}\t${nth}`).digest('hex') };
		})
		.sort((a, b) => (a.order < b.order ? -1 : 1))
		.slice(0, size)
		.map(({ mutant }) => mutant);
};
