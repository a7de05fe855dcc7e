import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'virtual:routes';
const RESOLVED = `\0${NAME}`;
const SOURCES = join(import.meta.dirname, '../src');

/** Every 'area.call' of the application's sources, wherever one name follows another by a dot. */
const namesInSources = (): Set<string> =>
	new Set(
		globSync('**/*.{ts,tsx}', { cwd: SOURCES }).flatMap((file) =>
			[...readFileSync(join(SOURCES, file), 'utf8').matchAll(/(\w+)(?=\s*\.\s*(\w+))/g)].map(([, area, call]) => `${area}.${call}`),
		),
	);

/** Serves method and path of the calls that pages make as a small module, so that no schema of the contract reaches a page. */
export const contractRoutes = (): Plugin => ({
	name: 'contract-routes',
	resolveId: (id) => (id === NAME ? RESOLVED : undefined),
	async load(id) {
		if (id !== RESOLVED) return undefined;
		const { paths } = await import('@sw/contract/paths');
		const names = namesInSources();
		const called = Object.entries(paths).map(([area, calls]) => [
			area,
			Object.fromEntries(Object.entries(calls).filter(([name]) => names.has(`${area}.${name}`))),
		]);
		return `export const routes = ${JSON.stringify(Object.fromEntries(called))};`;
	},
});
