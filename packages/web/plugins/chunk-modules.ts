import { writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes `file`: for each script that browsers load, the modules in it, as paths from the root of the repository. What weighs the built pages reads it
 * (scripts/weight).
 */
export const chunkModules = (file: string, root: string): Plugin => ({
	name: 'chunk-modules',
	apply: 'build',
	applyToEnvironment: ({ name }) => name === 'client',
	async writeBundle(_, bundle) {
		const named = (id: string): string => relative(root, id.replace(/^\0/, '').replace(/\?.*$/, '')).split(sep).join('/');
		const chunks = Object.values(bundle).flatMap((one) =>
			one.type === 'chunk' ? [[`/${one.fileName}`, [...new Set(Object.keys(one.modules).map(named))].sort()] as const] : [],
		);
		await writeFile(join(this.environment.config.root, file), JSON.stringify(Object.fromEntries(chunks)));
	},
});
