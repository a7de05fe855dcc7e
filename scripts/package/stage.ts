/** Builds the folder of the npm package, and checks that everything its files import exists. */
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules, stripTypeScriptTypes } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { importsOf, isTest } from '../check/import-graph.ts';

/** The parts of a package.json that are read here. */
interface Manifest {
	version: string;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

/** Packages that only the development server imports, so the npm package does not depend on them. */
const DEVELOPMENT_ONLY = ['vite'];

const WORKSPACES = ['packages/contract', 'packages/store', 'packages/server', 'packages/command'];

const WORKSPACE_IMPORT = /(['"])@sw\/([\w-]+)\/([\w./-]+)\1/g;

const RELATIVE_IMPORT = /(['"])(\.{1,2}\/[\w./-]+)\.ts\1/g;

/** Workspaces that ship as sources; of the web application only the build ships. */
const SHIPPED_WORKSPACES = '{domain,contract,store,server,command}';

const BUILT_PAGES = 'packages/web/dist/';

/** A line for each import of a file that does not ship. */
export function findMissingFiles(texts: ReadonlyMap<string, string>): string[] {
	return [...texts].flatMap(([file, text]) =>
		/\.m?js$/.test(file) && !file.startsWith(BUILT_PAGES)
			? importsOf(text).flatMap(({ name }) => {
					if (name.startsWith('@sw/') || /^\.{1,2}\/.*\.ts$/.test(name)) return [`${file}: still imports ${name}`];
					if (!name.startsWith('.') || texts.has(posix.join(posix.dirname(file), name))) return [];
					return [`${file}: imports ${name}, which does not ship`];
				})
			: [],
	);
}

/** Shipped texts of all scripts, by their shipped paths. Built files stay as they are. */
export function readShippedTexts(root: string, files: readonly string[]): Map<string, string> {
	return new Map(
		files
			.filter((file) => /\.(ts|mjs)$/.test(file) || /^packages\/web\/dist\/(?:\w+\/)?server\/.*\.js$/.test(file))
			.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
			.map(([file, text]) => (file.startsWith(BUILT_PAGES) ? [file, text] : [toShippedName(file), toShippedText(file, text)])),
	);
}

/** Empties `folder` and fills it with the published files. Throws if a file imports something that would be missing. */
export function stagePackage(root: string, folder: string): { version: string; fileCount: number } {
	const files = listPackagedFiles(root);
	const texts = readShippedTexts(root, files);
	const missing = findMissingFiles(texts);
	if (missing.length > 0) throw new Error(`The package would not run:\n${missing.join('\n')}`);
	const manifest = createManifest(root, texts) as { version: string };
	rmSync(folder, { recursive: true, force: true });
	const write = (file: string, text: string): void => {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), text);
	};
	const copy = (file: string, target = file): void => {
		mkdirSync(dirname(join(folder, target)), { recursive: true });
		copyFileSync(join(root, file), join(folder, target));
	};
	for (const file of files) {
		const text = texts.get(toShippedName(file));
		if (text === undefined) copy(file);
		else write(toShippedName(file), text);
	}
	write('package.json', `${JSON.stringify(manifest, null, '\t')}\n`);
	write('NOTICES.md', formatNotices(root));
	copy('LICENSE');
	// Copies in the package's root, where users look for them first.
	copy('packages/server/src/reports/proof/verify.py', 'verify.py');
	copy('docs/proof-format.md', 'PROOF-FORMAT.md');
	copy('packages/command/README.md', 'README.md');
	copy('docs/generated/environment.md', 'ENVIRONMENT.md');
	chmodSync(join(folder, 'packages/command/bin/signalwheel.mjs'), 0o755);
	return { version: manifest.version, fileCount: files.length };
}

/** Sorted paths, from the root, of the files to ship: no tests, no sources of pages, no schema snapshots. */
export function listPackagedFiles(root: string): string[] {
	return globSync(
		[`packages/${SHIPPED_WORKSPACES}/{src,bin}/**/*.{ts,mjs,sql,json,py}`, 'packages/web/dist/{client,server,*/server}/**/*'],
		{
			cwd: root,
			withFileTypes: true,
		},
	)
		.filter((entry) => entry.isFile())
		.map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1).replaceAll('\\', '/'))
		.filter((file) => !isTest(file) && !/\.d\.ts$|_snapshot\.json$/.test(file))
		.sort();
}

/**
 * A source as shipped: without types, because Node strips none below node_modules, and with imports of workspaces as relative paths in the one package.
 * Line numbers stay the same. `file`: its path from the root.
 */
export function toShippedText(file: string, source: string): string {
	const script = file.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
	return script
		.replace(WORKSPACE_IMPORT, (_, quote: string, name: string, path: string) => {
			const relativePath = posix.relative(posix.dirname(file), `packages/${name}/src/${path}.js`);
			return `${quote}${relativePath.startsWith('.') ? relativePath : `./${relativePath}`}${quote}`;
		})
		.replace(RELATIVE_IMPORT, '$1$2.js$1');
}

export function toShippedName(file: string): string {
	return file.replace(/\.ts$/, '.js');
}

/** Text of NOTICES.md: packages included in the built pages, with their licences, which require attribution on redistribution. */
function formatNotices(root: string): string {
	return [
		'# Notices',
		'',
		'Signalwheel is licensed under Apache-2.0 (LICENSE). The pages in packages/web/dist/client contain third-party software under the following licences. Packages that npm installs alongside this one include their own licences.',
		...listBundledPackages(root).flatMap((name) => {
			const folder = join(root, 'node_modules', name);
			const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string; license: string };
			return ['', `## ${name} ${version} (${license})`, '', '```', readLicence(folder), '```'];
		}),
		'',
	].join('\n');
}

function readLicence(folder: string): string {
	const [file] = globSync('{LICENSE,LICENCE,License,license}*', { cwd: folder }).sort();
	return file
		? readFileSync(join(folder, file), 'utf8').trim()
		: 'The package contains no licence text; its licence is the one named above.';
}

/** Sorted names of the npm packages with modules in the browser's files. */
function listBundledPackages(root: string): string[] {
	const modules = readFileSync(join(root, 'packages/web/dist/chunks.json'), 'utf8').matchAll(/node_modules\/((?:@[^/"]+\/)?[^/"]+)/g);
	return [...new Set([...modules].map(([, name = '']) => name))].sort();
}

/**
 * The npm package's package.json. Its dependencies are all packages that its files import, in the versions with which the workspaces are tested.
 * `texts`: shipped text of each file, by path. Throws if a file imports a package that isn't installed.
 */
export function createManifest(root: string, texts: ReadonlyMap<string, string>): object {
	const rootManifest = readManifest(join(root, 'package.json'));
	const manifests = WORKSPACES.map((folder) => readManifest(join(root, folder, 'package.json')));
	const optional = Object.assign(
		{},
		rootManifest.optionalDependencies,
		...manifests.map(({ optionalDependencies }) => optionalDependencies),
	) as Record<string, string>;
	const declaredVersions = Object.assign({}, ...manifests.map(({ dependencies }) => dependencies)) as Record<string, string>;
	const dependencyNames = new Set(Object.keys(declaredVersions).filter((name) => !name.startsWith('@sw/')));
	for (const [file, text] of texts)
		if (/\.m?js$/.test(file) && !file.startsWith('packages/web/dist/client/'))
			for (const { name, kind } of importsOf(text)) {
				const packageName = kind === 'value' ? packageOf(name) : undefined;
				if (packageName) dependencyNames.add(packageName);
			}
	const shippedDependencies = [...dependencyNames].filter((name) => !DEVELOPMENT_ONLY.includes(name) && !(name in optional)).sort();
	const { name, version, description, license, type, engines } = rootManifest;
	return {
		...{ name, version, description, license, type, engines },
		keywords: ['stocks', 'market', 'signals', 'self-hosted'],
		bin: { signalwheel: 'packages/command/bin/signalwheel.mjs' },
		// The web application's dependencies are not listed in WORKSPACES: the installed version is the tested one.
		dependencies: Object.fromEntries(
			shippedDependencies.map((dependency) => [
				dependency,
				declaredVersions[dependency] ?? readManifest(join(root, 'node_modules', dependency, 'package.json')).version,
			]),
		),
		optionalDependencies: Object.fromEntries(Object.entries(optional).sort(([a], [b]) => (a < b ? -1 : 1))),
	};
}

/** Name of the npm package that an import is from; undefined for files and Node's own modules. */
function packageOf(name: string): string | undefined {
	if (/^[./#]/.test(name) || name.startsWith('node:') || builtinModules.includes(name)) return undefined;
	return /^(?:@[\w.-]+\/)?[\w.-]+/.exec(name)?.[0];
}

function readManifest(file: string): Manifest & Record<string, unknown> {
	return JSON.parse(readFileSync(file, 'utf8')) as Manifest & Record<string, unknown>;
}
