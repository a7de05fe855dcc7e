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

/** Of each area and method a line, 'accounts GET profile me sessions me/sessions': the table itself would be twice as long, and it stands in the frame of every page. */
const written = (paths: Paths, names: ReadonlySet<string>): string => {
	const lines = new Map<string, string>();
	for (const [area, calls] of Object.entries(paths)) {
		for (const [name, [method, path]] of Object.entries(calls)) {
			const line = `${area} ${method}`;
			if (names.has(`${area}.${name}`) && path.startsWith(UNDER)) {
				lines.set(line, `${lines.get(line) ?? line} ${name} ${path.slice(UNDER.length)}`);
			}
		}
	}
	return [...lines.values()].join();
};

/** Serves method and path of the calls that pages make as a small module, so that no schema of the contract reaches a page. */
export const contractRoutes = (): Plugin => ({
	name: 'contract-routes',
	resolveId: (id) => (id === NAME ? RESOLVED : undefined),
	async load(id) {
		if (id !== RESOLVED) return undefined;
		const { paths } = await import('@sw/contract/paths');
		return `export const routes = {};
for (const line of ${JSON.stringify(written(paths, namesInSources()))}.split(',')) {
	const [area, method, ...calls] = line.split(' ');
	while (calls[0]) (routes[area] ??= {})[calls.shift()] = [method, '${UNDER}' + calls.shift()];
}`;
	},
});
