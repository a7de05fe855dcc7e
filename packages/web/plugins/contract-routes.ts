import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from '@sw/contract/paths';
import type { Plugin } from 'vite';

const NAME = 'virtual:routes';
const RESOLVED = `\0${NAME}`;
const SOURCES = join(import.meta.dirname, '../src');

/** Every 'area.call' of what the application is built of, wherever one name follows another by a dot. */
const namesInSources = (): Set<string> =>
	new Set(
		globSync('**/*.{ts,tsx}', { cwd: SOURCES, exclude: ['**/*.test.*', '**/*.test-d.*'] }).flatMap((file) =>
			[...readFileSync(join(SOURCES, file), 'utf8').matchAll(/(\w+)(?=\s*\.\s*(\w+))/g)].map(([, area, call]) => `${area}.${call}`),
		),
	);

const UNDER = '/api/';

/** 'accounts profile,GET me;changeProfile,PATCH me': a third less than the table itself, which stands in the frame of every page. */
const written = (called: Partial<Paths>): string =>
	Object.entries(called)
		.map(([area, calls]) =>
			[area, ...Object.entries(calls).map(([name, [method, path]]) => `${name} ${method} ${path.replace(UNDER, '')}`)].join(),
		)
		.join(';');

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
			Object.fromEntries(Object.entries(calls).filter(([name, [, path]]) => names.has(`${area}.${name}`) && path.startsWith(UNDER))),
		]);
		return `export const routes = Object.fromEntries(${JSON.stringify(written(Object.fromEntries(called)))}.split(';').map((line) => {
	const [area, ...calls] = line.split(',');
	return [area, Object.fromEntries(calls.map((call) => {
		const [name, method, path] = call.split(' ');
		return [name, [method, '${UNDER}' + path]];
	}))];
}));`;
	},
});
