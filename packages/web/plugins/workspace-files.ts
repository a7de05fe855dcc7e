import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Chunks } from './chunk-modules.ts';

const NAME = 'virtual:workspace-files';
const RESOLVED = `\0${NAME}`;
const WORKSPACE = 'packages/web/src/pages/workspace-page.tsx';
/** The module that imports WORKSPACE. The page itself already loads this module's dependencies. */
const WORKSPACE_LOADER = 'packages/web/src/pages/workspace.tsx';

/**
 * Provides the server with the scripts and style sheets the traders' list adds to its page. Reads `file`, which the client build wrote before
 * (chunk-modules.ts). In browsers and in development, the lists are empty.
 */
export const workspaceFiles = (file: string): Plugin => ({
	name: 'workspace-files',
	resolveId: (id) => (id === NAME ? RESOLVED : undefined),
	load(id) {
		if (id !== RESOLVED) return undefined;
		const { config, name, mode } = this.environment;
		const path = join(config.root, file);
		const chunks: Chunks = mode === 'build' && name === 'ssr' && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
		const findScripts = (module: string): readonly string[] =>
			Object.values(chunks).find(({ modules }) => modules.includes(module))?.needs ?? [];
		const loaderScripts = findScripts(WORKSPACE_LOADER);
		const scripts = findScripts(WORKSPACE).filter((url) => !loaderScripts.includes(url));
		const files = { scripts, sheets: scripts.flatMap((url) => chunks[url]?.sheets ?? []) };
		return `export const workspaceFiles = ${JSON.stringify(files)};`;
	},
});
