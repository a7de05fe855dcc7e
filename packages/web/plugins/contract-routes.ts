import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from '@sw/contract/paths';
import type { Plugin } from 'vite';

const NAME = 'virtual:routes';
/** Virtual module with the calls that only the administration makes. */
const ADMINISTRATION_ID = `${NAME}/administration`;
const SOURCES = join(import.meta.dirname, '../src');
const ADMINISTRATION_FILES = /^(?:features[\\/]admin|entities[\\/]administration|pages[\\/]admin)/;

const API_PREFIX = '/api/';

/** Serves the method and path of the pages' API calls as two small virtual modules, so that pages don't load the contract's schemas. */
export function contractRoutes(): Plugin {
	return {
		name: 'contract-routes',
		resolveId: (id) => (id === NAME || id === ADMINISTRATION_ID ? `\0${id}` : undefined),
		async load(id) {
			if (id !== `\0${NAME}` && id !== `\0${ADMINISTRATION_ID}`) return undefined;
			const { paths } = await import('@sw/contract/paths');
			const { everywhere, administration } = collectCallNames();
			if (id === `\0${ADMINISTRATION_ID}`)
				return `import { read, routes } from '${NAME}';
read(${JSON.stringify(serializeCalls(paths, administration))});
export { routes };`;
			return `export const routes = {};
export const read = (lines) => {
	for (const line of lines.split(',')) {
		const [area, method, ...calls] = line.split(' ');
		while (calls[0]) (routes[area] ??= {})[calls.shift()] = [method, '${API_PREFIX}' + calls.shift()];
	}
};
read(${JSON.stringify(serializeCalls(paths, everywhere))});`;
		},
	};
}

/**
 * Writes calls as text: one line per area and method, with the name and path of each call: 'accounts GET profile me sessions me/sessions'.
 * Commas join the lines. Every page loads this text, which is half as large as an object literal.
 */
function serializeCalls(paths: Paths, names: ReadonlySet<string>): string {
	const lines = new Map<string, string>();
	for (const [area, calls] of Object.entries(paths)) {
		for (const [name, [method, path]] of Object.entries(calls)) {
			const line = `${area} ${method}`;
			if (names.has(`${area}.${name}`) && path.startsWith(API_PREFIX)) {
				lines.set(line, `${lines.get(line) ?? line} ${name} ${path.slice(API_PREFIX.length)}`);
			}
		}
	}
	return [...lines.values()].join();
}

/** Collects the call names ('area.call') used outside the administration, and those used only inside it. */
function collectCallNames(): Record<'everywhere' | 'administration', Set<string>> {
	const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES, exclude: ['**/*.test.*', '**/*.test-d.*'] });
	const everywhere = findDottedNames(files.filter((file) => !ADMINISTRATION_FILES.test(file)));
	return { everywhere, administration: findDottedNames(files.filter((file) => ADMINISTRATION_FILES.test(file))).difference(everywhere) };
}

/** Finds every pair of names joined by a dot in these sources, including all 'area.call' expressions. */
function findDottedNames(files: readonly string[]): Set<string> {
	return new Set(
		files.flatMap((file) =>
			[...readFileSync(join(SOURCES, file), 'utf8').matchAll(/(\w+)(?=\s*\.\s*(\w+))/g)].map(([, area, call]) => `${area}.${call}`),
		),
	);
}
