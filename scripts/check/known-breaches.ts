/** Breaches that stand while they are being mended: the beginnings of their lines. One that is mended leaves this list, which is to be empty. */
export const KNOWN_BREACHES = {
	floors: [],
	walls: [],
	circles: [],
	unused: [],
} as const satisfies Record<string, readonly string[]>;

/** The lines that are not known, and a line for each known breach that no longer stands. */
export const withoutKnown = (problems: readonly string[], known: readonly string[]): string[] => [
	...problems.filter((problem) => !known.some((start) => problem.startsWith(start))),
	...known
		.filter((start) => !problems.some((problem) => problem.startsWith(start)))
		.map((start) => `mended: take '${start}' from scripts/check/known-breaches.ts`),
];
