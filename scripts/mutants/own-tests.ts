/** The tests of a package that reach a file by imports, nearest first; without those of rendered pages, which need a browser. */
import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { edgesOf, readImports } from '../check/import-graph.ts';

export type TestsOf = (file: string) => string[];

/** `folder`: of the package, as a path from the root. */
export function ownTests(root: string, folder: string): TestsOf {
	const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).map((file) => file.split(sep).join('/'));
	const importers = new Map<string, string[]>();
	for (const { from, to, kind } of edgesOf(readImports(root, files)))
		if (kind === 'value') importers.set(to, [...(importers.get(to) ?? []), from]);
	const isOwnTest = (file: string): boolean => file.startsWith(`${folder}/`) && /\.test\.ts$/.test(file);

	return (file) => {
		// A map keeps insertion order, which is that of the distance.
		const reached = new Set([file]);
		for (const at of reached) for (const importer of importers.get(at) ?? []) reached.add(importer);
		return [...reached].filter(isOwnTest).map((test) => join(root, test));
	};
}
