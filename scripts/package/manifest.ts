/** package.json of the package: all packages that its files import, in the version that the workspaces are tested with. */
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { importsOf } from '../check/import-graph.ts';

interface Manifest {
	version: string;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

/** Serves sources that do not ship. */
const DEVELOPMENT = ['vite'];
const WORKSPACES = ['packages/contract', 'packages/store', 'packages/server', 'packages/command'];

/** `texts`: file -> its shipped text. Throws if a file imports a package that isn't installed. */
export function manifestOf(root: string, texts: ReadonlyMap<string, string>): object {
	const own = read(join(root, 'package.json'));
	const of = WORKSPACES.map((folder) => read(join(root, folder, 'package.json')));
	const optional = Object.assign({}, own.optionalDependencies, ...of.map(({ optionalDependencies }) => optionalDependencies)) as Record<
		string,
		string
	>;
	const stated = Object.assign({}, ...of.map(({ dependencies }) => dependencies)) as Record<string, string>;
	const named = new Set(Object.keys(stated).filter((name) => !name.startsWith('@sw/')));
	for (const [file, text] of texts)
		if (/\.m?js$/.test(file) && !file.startsWith('packages/web/dist/client/'))
			for (const { name, kind } of importsOf(text)) {
				const found = kind === 'value' ? packageOf(name) : undefined;
				if (found) named.add(found);
			}
	const wanted = [...named].filter((name) => !DEVELOPMENT.includes(name) && !(name in optional)).sort();
	const { name, version, description, license, type, engines } = own;
	return {
		...{ name, version, description, license, type, engines },
		keywords: ['stocks', 'market', 'signals', 'self-hosted'],
		bin: { signalwheel: 'packages/command/bin/signalwheel.mjs' },
		// The web application's dependencies are in its own lock: the installed version is the tested one.
		dependencies: Object.fromEntries(
			wanted.map((one) => [one, stated[one] ?? read(join(root, 'node_modules', one, 'package.json')).version]),
		),
		optionalDependencies: Object.fromEntries(Object.entries(optional).sort(([a], [b]) => (a < b ? -1 : 1))),
	};
}

/** The package of an import; undefined for files and Node's own modules. */
function packageOf(name: string): string | undefined {
	if (/^[./#]/.test(name) || name.startsWith('node:') || builtinModules.includes(name)) return undefined;
	return /^(?:@[\w.-]+\/)?[\w.-]+/.exec(name)?.[0];
}

function read(file: string): Manifest & Record<string, unknown> {
	return JSON.parse(readFileSync(file, 'utf8')) as Manifest & Record<string, unknown>;
}
