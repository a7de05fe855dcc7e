/**
 * `npm run release -- <version> [--dry-run] [--only x64,arm64] [--folders]`: checks the tree, writes the changelog's section and builds the published
 * files into dist/release. `--dry-run` changes nothing outside of dist; its files have the current version.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions, isVersion } from '../packages/domain/src/access/semantic-version.ts';
import { type FilledFolder, fillFolder, MissingPrograms, PROCESSORS, type Processor, packFolder, sizeOf } from './release/archive.ts';
import { cutRelease } from './release/changelog.ts';
import { createSbom, type LockedPackage } from './release/sbom.ts';

const USAGE = 'Usage: npm run release -- <version> [--dry-run] [--only x64,arm64] [--folders]';
const MB = 1e6;
/** Maximum bytes of an archive. */
const SIZE_LIMITS = { unpacked: 1e9, packed: 300e6 } as const;

const root = join(import.meta.dirname, '..');
const outputFolder = join(root, 'dist/release');
const manifestFile = join(root, 'package.json');
const changelogFile = join(root, 'CHANGELOG.md');

interface ReleaseOptions {
	version: string | undefined;
	dryRun: boolean;
	processors: readonly Processor[];
	/** Whether only the archives' folders are filled, and nothing is packed. */
	folders: boolean;
	/** Whether missing programs of a processor are an error. Otherwise its archive is left out with a message. */
	isStrict: boolean;
}

try {
	await release(readArguments(process.argv.slice(2)));
} catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
}

async function release({ version, dryRun, ...options }: ReleaseOptions): Promise<void> {
	const currentVersion = (JSON.parse(readFileSync(manifestFile, 'utf8')) as { version: string }).version;
	const newVersion = version ?? currentVersion;
	const problems = findProblems(newVersion, currentVersion);
	for (const problem of problems) console.log(`${dryRun ? 'would refuse' : 'refused'}: ${problem}`);
	if (problems.length > 0 && !dryRun) throw new Error('Nothing was changed or built.');
	if (!dryRun) {
		writeFileSync(changelogFile, cutRelease(readFileSync(changelogFile, 'utf8'), newVersion, new Date().toISOString().slice(0, 10)));
		setVersion(currentVersion, newVersion);
		npm('run', 'check', '--silent');
		npm('run', 'build', '--silent');
	}
	const summary = await build(dryRun ? currentVersion : newVersion, options);
	for (const line of summary) console.log(line);
	if (!dryRun)
		console.log(
			`Next: git commit -am 'Release ${newVersion}' && git tag -a v${newVersion} -m 'Signalwheel ${newVersion}', then publish the files in ${outputFolder}.`,
		);
}

function readArguments(args: readonly string[]): ReleaseOptions {
	const words = [...args];
	const takeFlag = (name: string): boolean => {
		const at = words.indexOf(name);
		if (at >= 0) words.splice(at, 1);
		return at >= 0;
	};
	const [dryRun, folders] = [takeFlag('--dry-run'), takeFlag('--folders')];
	const at = words.indexOf('--only');
	const requestedNames = at < 0 ? undefined : (words.splice(at, 2)[1] ?? '').split(',');
	const [version, ...extraArguments] = words;
	const hasUnknownProcessor = requestedNames?.some((name) => !PROCESSORS.includes(name as Processor));
	if (
		extraArguments.length > 0 ||
		hasUnknownProcessor ||
		(version === undefined && !dryRun) ||
		(version !== undefined && !isVersion(version))
	)
		throw new Error(USAGE);
	const processors = PROCESSORS.filter((name) => requestedNames?.includes(name) ?? true);
	return { version, dryRun, folders, isStrict: requestedNames !== undefined, processors };
}

/** Reasons for which this tree can't be released as `newVersion`. */
function findProblems(newVersion: string, currentVersion: string): string[] {
	const problems: string[] = [];
	const changedFiles = git('status', '--porcelain');
	if (changedFiles !== '') problems.push(`${changedFiles.split('\n').length} files aren't committed: commit or remove them.`);
	if (compareVersions(newVersion, currentVersion) < 0)
		problems.push(`${newVersion} is lower than ${currentVersion}: choose a higher version.`);
	if (git('tag', '--list', `v${newVersion}`) !== '') problems.push(`The tag v${newVersion} exists: choose a higher version.`);
	try {
		cutRelease(readFileSync(changelogFile, 'utf8'), newVersion, '2026-01-01');
	} catch (error) {
		problems.push((error as Error).message);
	}
	return problems;
}

/** Changes the version in package.json and package-lock.json. */
function setVersion(currentVersion: string, newVersion: string): void {
	for (const file of [manifestFile, join(root, 'package-lock.json')]) {
		const text = readFileSync(file, 'utf8').replaceAll(/("name": "signalwheel",\s+"version": )"[^"]+"/g, `$1"${newVersion}"`);
		if (currentVersion !== newVersion && !text.includes(`"version": "${newVersion}"`))
			throw new Error(`${file} doesn't contain the version ${currentVersion}.`);
		writeFileSync(file, text);
	}
}

/** Builds the published files and returns lines that describe them. Throws if an archive is too large. */
async function build(
	version: string,
	{ processors, folders, isStrict }: Pick<ReleaseOptions, 'processors' | 'folders' | 'isStrict'>,
): Promise<string[]> {
	rmSync(outputFolder, { recursive: true, force: true });
	mkdirSync(outputFolder, { recursive: true });
	const includedPackages = new Map<string, LockedPackage>();
	const sizes = new Map<string, number>();
	const withoutSeries: string[] = [];
	for (const processor of processors) {
		const name = `signalwheel-${version}-linux-${processor}`;
		const folder = join(outputFolder, name);
		console.log(`Building ${name} ...`);
		const installed = fillOrSkip(folder, processor, isStrict);
		for (const [path, entry] of installed?.packages ?? []) includedPackages.set(path, entry);
		if (installed && !installed.hasSeriesStore) withoutSeries.push(name);
		if (!installed || folders) continue;
		const file = join(outputFolder, `${name}.tar.zst`);
		await packFolder(folder, file);
		sizes.set(file, sizeOf(folder));
		if ((sizes.get(file) ?? 0) > SIZE_LIMITS.unpacked || statSync(file).size > SIZE_LIMITS.packed)
			throw new Error(
				`${name} is too large: ${describeSize(file, sizes)}. At most ${SIZE_LIMITS.unpacked / MB} MB unpacked, ${SIZE_LIMITS.packed / MB} MB packed.`,
			);
	}
	const notes = withoutSeries.map(
		(name) => `${name}: the package registry has no embedded series store for it, so it needs CLICKHOUSE_URL.`,
	);
	if (folders) return notes;
	packForNpm(version);
	const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockedPackage> };
	for (const path of listBundledPaths()) if (locked.packages[path]) includedPackages.set(path, locked.packages[path]);
	writeFileSync(
		join(outputFolder, `signalwheel-${version}.cdx.json`),
		createSbom({ name: 'signalwheel', version, license: 'Apache-2.0' }, includedPackages),
	);
	const files = globSync('signalwheel-*.{zst,tgz,json}', { cwd: outputFolder }).sort();
	const sums = await Promise.all(files.map(async (file) => `${await sha256(join(outputFolder, file))}  ${file}`));
	writeFileSync(join(outputFolder, 'SHA256SUMS'), `${sums.join('\n')}\n`);
	return [
		...files.map((file) => `${file}: ${describeSize(join(outputFolder, file), sizes)}`),
		...notes,
		`${includedPackages.size} packages inside: ${formatLicenceCounts(includedPackages)}`,
		'SHA256SUMS:',
		...sums,
	];
}

/** Numbers of packages by licence, such as 'MIT 200, ISC 20', the most common first. */
function formatLicenceCounts(packages: ReadonlyMap<string, LockedPackage>): string {
	const counts = Map.groupBy(packages.values(), ({ license }) => license ?? 'n/a');
	return [...counts]
		.sort(([, one], [, other]) => other.length - one.length)
		.map(([name, items]) => `${name} ${items.length}`)
		.join(', ');
}

/** Fills the folder of an archive. Undefined, with a message, if the registry lacks programs for the processor; in strict mode it throws. */
function fillOrSkip(folder: string, processor: Processor, isStrict: boolean): FilledFolder | undefined {
	try {
		return fillFolder(root, folder, processor);
	} catch (error) {
		if (isStrict || !(error instanceof MissingPrograms)) throw error;
		rmSync(folder, { recursive: true });
		console.log(`Left out: ${error.message}`);
		return undefined;
	}
}

function describeSize(file: string, unpacked: ReadonlyMap<string, number>): string {
	const size = unpacked.get(file);
	return `${(statSync(file).size / MB).toFixed(1)} MB${size === undefined ? '' : `, unpacked ${(size / MB).toFixed(0)} MB`}`;
}

function packForNpm(version: string): void {
	const name = `signalwheel-${version}.tgz`;
	const packResult = spawnSync(process.execPath, [join(import.meta.dirname, 'package.ts')], {
		cwd: root,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	if (packResult.status !== 0) throw new Error('npm run package failed; see the lines above.');
	renameSync(join(root, name), join(outputFolder, name));
}

/** Paths in node_modules of the packages whose modules are in the browser's files. */
function listBundledPaths(): string[] {
	const chunks = readFileSync(join(root, 'packages/web/dist/chunks.json'), 'utf8');
	return [...new Set([...chunks.matchAll(/node_modules\/(?:@[^/"]+\/)?[^/"]+/g)].map(([path]) => path))];
}

async function sha256(file: string): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
	return hash.digest('hex');
}

function git(...words: string[]): string {
	return spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
}

function npm(...words: string[]): void {
	const path = process.env['npm_execpath'];
	const [program, ...leadingArguments] = path ? [process.execPath, path] : ['npm'];
	if (spawnSync(program as string, [...leadingArguments, ...words], { cwd: root, stdio: 'inherit' }).status !== 0)
		throw new Error(`npm ${words.join(' ')} failed: the tree has the new version and changelog, see git diff.`);
}
