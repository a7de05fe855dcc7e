import { writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** A script file that browsers load. */
export interface Chunk {
	/** Paths of the source modules in this file, relative to the repository root. */
	modules: readonly string[];
	/** URLs of the style sheets that this file needs. */
	sheets: readonly string[];
	/** URLs of this file and of all its direct and indirect imports. */
	needs: readonly string[];
}

/** Chunks by URL. */
export type Chunks = Readonly<Record<string, Chunk>>;

/** Returns a file and all its direct and indirect imports. */
function closure(file: string, importsOf: (file: string) => readonly string[]): string[] {
	const found = new Set([file]);
	// Iterating over a set also visits items that are added during the iteration.
	for (const one of found) for (const needed of importsOf(one)) found.add(needed);
	return [...found];
}

/**
 * Writes all chunks of the client build to the JSON file `file`, relative to the Vite root. The server build (workspace-files.ts) and the page
 * size check (scripts/weight) read this file. `root`: the repository root.
 */
export const chunkModules = (file: string, root: string): Plugin => ({
	name: 'chunk-modules',
	apply: 'build',
	applyToEnvironment: ({ name }) => name === 'client',
	async writeBundle(_, bundle) {
		const url = (name: string): string => `/${name}`;
		const modulePath = (id: string): string => relative(root, id.replace(/^\0/, '').replace(/\?.*$/, '')).split(sep).join('/');
		const importsOf = (name: string): readonly string[] => {
			const one = bundle[name];
			return one?.type === 'chunk' ? one.imports : [];
		};
		const chunks = Object.values(bundle).flatMap((one): [string, Chunk][] => {
			if (one.type !== 'chunk') return [];
			const modules = [...new Set(Object.keys(one.modules).map(modulePath))].sort();
			const sheets = [...(one.viteMetadata?.importedCss ?? [])].map(url);
			return [[url(one.fileName), { modules, sheets, needs: closure(one.fileName, importsOf).map(url) }]];
		});
		await writeFile(join(this.environment.config.root, file), JSON.stringify(Object.fromEntries(chunks) satisfies Chunks));
	},
});
