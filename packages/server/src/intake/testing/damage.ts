/** Generates damaged response bodies. */
import fc from 'fast-check';

type Json = unknown;
type Path = (string | number)[];

/** Generates bodies that are truncated or reordered, or have nulls, missing members, wrong types or numbers out of range. */
export function damageBody(text: string): fc.Arbitrary<{ kind: string; text: string }> {
	const json = JSON.parse(text) as Json;
	const paths = collectPaths(json);
	const lists = paths.filter((path) => Array.isArray(path.reduce<Json>((value, key) => (value as Record<string, Json>)[key], json)));
	const anyPath = fc.constantFrom(...paths);
	const change = (kind: string, edit: (old: Json) => Json) =>
		anyPath.map((path) => ({ kind: `${kind} ${path.join('.')}`, text: JSON.stringify(replaceAt(json, path, edit)) }));
	return fc.oneof(
		fc.nat(Math.max(0, text.length - 1)).map((length) => ({ kind: `cut at ${length}`, text: text.slice(0, length) })),
		change('null', () => null),
		change('wrong', toWrongType),
		change('negative', (old) => (typeof old === 'number' ? -Math.abs(old) - 1 : old)),
		change('huge', (old) => (typeof old === 'number' ? 1e300 : old)),
		anyPath
			.filter((path) => path.length > 0)
			.map((path) => ({ kind: `without ${path.join('.')}`, text: JSON.stringify(removeAt(json, path)) })),
		...(lists.length > 0
			? [
					fc.constantFrom(...lists).map((path) => ({
						kind: `reversed ${path.join('.')}`,
						text: JSON.stringify(replaceAt(json, path, (old) => [...(old as Json[])].reverse())),
					})),
				]
			: []),
		fc.constant({ kind: 'html', text: '<!doctype html><h1>Sorry</h1>' }),
		fc.constant({ kind: 'empty', text: '' }),
	);
}

function toWrongType(old: Json): Json {
	if (typeof old === 'number') return 'abc';
	if (typeof old === 'string') return 12.5;
	if (typeof old === 'boolean') return 'yes';
	if (Array.isArray(old)) return { 0: old[0] ?? null };
	return old === null ? 7 : [old];
}

function replaceAt(value: Json, path: Path, edit: (old: Json) => Json): Json {
	const [first, ...rest] = path;
	if (first === undefined) return edit(value);
	if (Array.isArray(value)) return value.map((item, i) => (i === first ? replaceAt(item, rest, edit) : item));
	const entries = Object.entries(value as Record<string, Json>);
	return Object.fromEntries(entries.map(([key, item]) => [key, key === first ? replaceAt(item, rest, edit) : item]));
}

function removeAt(value: Json, path: Path): Json {
	const parent = path.slice(0, -1);
	const last = path.at(-1);
	return replaceAt(value, parent, (old) =>
		Array.isArray(old)
			? old.filter((_, i) => i !== last)
			: Object.fromEntries(Object.entries(old as Record<string, Json>).filter(([key]) => key !== last)),
	);
}

function collectPaths(value: Json, path: Path = [], paths: Path[] = []): Path[] {
	paths.push(path);
	if (Array.isArray(value)) value.slice(0, 30).forEach((item, i) => void collectPaths(item, [...path, i], paths));
	else if (value !== null && typeof value === 'object')
		for (const [key, item] of Object.entries(value)) collectPaths(item, [...path, key], paths);
	return paths;
}
