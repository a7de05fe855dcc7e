/**
 * From items of which those with a common key must keep their order: the ones that can be processed now, because no earlier item shares a key with
 * them, and the rest.
 */
export function takeFirstOfEachKey<T>(things: readonly T[], namesOf: (thing: T) => readonly string[]): [first: T[], rest: T[]] {
	const [first, rest]: [T[], T[]] = [[], []];
	const taken = new Set<string>();
	for (const thing of things) {
		const names = namesOf(thing);
		(names.some((name) => taken.has(name)) ? rest : first).push(thing);
		for (const name of names) taken.add(name);
	}
	return [first, rest];
}
