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
function collectImports(file: string, importsOf: (file: string) => readonly string[]): string[] {
	const files = new Set([file]);
	// Iterating over a set also visits items that are added during the iteration.
	for (const known of files) for (const imported of importsOf(known)) files.add(imported);
	return [...files];
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
		const toUrl = (name: string): string => `/${name}`;
		const toModulePath = (id: string): string => relative(root, id.replace(/^\0/, '').replace(/\?.*$/, '')).split(sep).join('/');
		const importsOf = (name: string): readonly string[] => {
			const output = bundle[name];
			return output?.type === 'chunk' ? output.imports : [];
		};
		const chunks = Object.values(bundle).flatMap((output): [string, Chunk][] => {
			if (output.type !== 'chunk') return [];
			const modules = [...new Set(Object.keys(output.modules).map(toModulePath))].sort();
			const sheets = [...(output.viteMetadata?.importedCss ?? [])].map(toUrl);
			return [[toUrl(output.fileName), { modules, sheets, needs: collectImports(output.fileName, importsOf).map(toUrl) }]];
		});
		await writeFile(join(this.environment.config.root, file), JSON.stringify(Object.fromEntries(chunks) satisfies Chunks));
	},
});
