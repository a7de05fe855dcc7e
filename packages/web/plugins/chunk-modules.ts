import { writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** A script that browsers load. */
export interface Chunk {
	/** Paths of what is in it, from the root of the repository. */
	modules: readonly string[];
	/** Addresses of its style sheets. */
	sheets: readonly string[];
}

/** Writes `file`: each script that browsers load, by its address. The server's part is built with it (desk-files.ts), and the pages are weighed by it (scripts/weight). */
export const chunkModules = (file: string, root: string): Plugin => ({
	name: 'chunk-modules',
	apply: 'build',
	applyToEnvironment: ({ name }) => name === 'client',
	async writeBundle(_, bundle) {
		const url = (name: string): string => `/${name}`;
		const named = (id: string): string => relative(root, id.replace(/^\0/, '').replace(/\?.*$/, '')).split(sep).join('/');
		const chunks = Object.values(bundle).flatMap((one): [string, Chunk][] => {
			if (one.type !== 'chunk') return [];
			const modules = [...new Set(Object.keys(one.modules).map(named))].sort();
			return [[url(one.fileName), { modules, sheets: [...(one.viteMetadata?.importedCss ?? [])].map(url) }]];
		});
		await writeFile(join(this.environment.config.root, file), JSON.stringify(Object.fromEntries(chunks)));
	},
});
