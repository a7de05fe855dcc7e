import { writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** A script that browsers load. */
export interface Chunk {
	/** Paths of its modules, from the repository root. */
	modules: readonly string[];
	/** Addresses of its style sheets. */
	sheets: readonly string[];
	/** Addresses of the scripts it needs: itself and its imports. */
	needs: readonly string[];
}

/** Scripts by address. */
export type Chunks = Readonly<Record<string, Chunk>>;

/** A file and everything it imports. */
function closure(file: string, importsOf: (file: string) => readonly string[]): string[] {
	const found = new Set([file]);
	// Iterating over a set also visits the items added meanwhile.
	for (const one of found) for (const needed of importsOf(one)) found.add(needed);
	return [...found];
}

/**
 * Writes `file`: each script that browsers load, by its address. The server build uses it (workspace-files.ts), and so does the page size check
 * (scripts/weight).
 */
export const chunkModules = (file: string, root: string): Plugin => ({
	name: 'chunk-modules',
	apply: 'build',
	applyToEnvironment: ({ name }) => name === 'client',
	async writeBundle(_, bundle) {
		const url = (name: string): string => `/${name}`;
		const named = (id: string): string => relative(root, id.replace(/^\0/, '').replace(/\?.*$/, '')).split(sep).join('/');
		const importsOf = (name: string): readonly string[] => {
			const one = bundle[name];
			return one?.type === 'chunk' ? one.imports : [];
		};
		const chunks = Object.values(bundle).flatMap((one): [string, Chunk][] => {
			if (one.type !== 'chunk') return [];
			const modules = [...new Set(Object.keys(one.modules).map(named))].sort();
			const sheets = [...(one.viteMetadata?.importedCss ?? [])].map(url);
			return [[url(one.fileName), { modules, sheets, needs: closure(one.fileName, importsOf).map(url) }]];
		});
		await writeFile(join(this.environment.config.root, file), JSON.stringify(Object.fromEntries(chunks) satisfies Chunks));
	},
});
