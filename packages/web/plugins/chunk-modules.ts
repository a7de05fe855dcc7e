import { writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** A script that browsers load. */
export interface Chunk {
	/** Paths of what is in it, from the root of the repository. */
	modules: readonly string[];
	/** Addresses of its style sheets. */
	sheets: readonly string[];
	/** Addresses of the scripts that it runs with: itself, and what it imports before. */
	needs: readonly string[];
}

/** Scripts by their addresses. */
export type Chunks = Readonly<Record<string, Chunk>>;

/** A file, and all that it imports. */
const closure = (file: string, importsOf: (file: string) => readonly string[]): string[] => {
	const found = new Set([file]);
	// A set that is walked through takes in what is added meanwhile.
	for (const one of found) for (const needed of importsOf(one)) found.add(needed);
	return [...found];
};

/** Writes `file`: each script that browsers load, by its address. The server's part is built with it (desk-files.ts), and the pages are weighed by it (scripts/weight). */
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
