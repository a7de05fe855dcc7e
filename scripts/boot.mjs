/**
 * Runs every npm script. Works on the Node that started npm (20.19 or later) and needs no package: installs the packages of package-lock.json if that
 * has changed, builds the web application if its sources have, then runs the task on the pinned Node 24 and forwards signals and the exit code.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { returnedMemory } from '../packages/command/bin/returned-memory.mjs';
import { lockCheckout } from './boot-lock.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * File and options of each task. `web`: needs the built web application, or the route tree that its build writes. `production`: runs React and Fastify
 * in production mode.
 */
const TASKS = {
	start: { file: 'packages/server/src/main.ts', web: true, production: true },
	dev: { file: 'packages/server/src/main.ts', args: ['--dev'] },
	build: { file: 'scripts/build.ts' },
	test: { file: 'scripts/test.ts', web: true },
	'test:quick': { file: 'scripts/test-quick.ts', web: true },
	check: { file: 'scripts/check.ts', web: true },
	generate: { file: 'scripts/generate.ts' },
	golden: { file: 'scripts/golden.ts' },
	vectors: { file: 'scripts/vectors.ts' },
	mutants: { file: 'scripts/mutants.ts' },
	bench: { file: 'bench/main.ts', web: true, production: true },
	lighthouse: { file: 'bench/main.ts', args: ['lighthouse'], web: true, production: true },
	provider: { file: 'packages/server/src/commands/provider.ts', production: true },
	import: { file: 'packages/server/src/commands/import.ts', production: true },
	admin: { file: 'packages/server/src/commands/admin.ts', production: true },
	backup: { file: 'packages/server/src/commands/backup.ts', production: true },
	restore: { file: 'packages/server/src/commands/restore.ts', production: true },
	rollback: { file: 'packages/server/src/commands/rollback.ts', production: true },
	replay: { file: 'packages/server/src/commands/replay.ts', web: true, production: true },
	report: { file: 'packages/server/src/commands/report.ts', production: true },
	evidence: { file: 'packages/server/src/commands/evidence.ts', production: true },
	package: { file: 'scripts/package.ts', web: true },
	release: { file: 'scripts/release.ts', web: true },
	faults: { file: 'e2e/faults/main.ts', web: true, production: true },
	fuzz: { file: 'e2e/fuzz/main.ts', web: true, production: true },
	transcript: { file: 'e2e/transcript/main.ts', web: true, production: true },
	clients: { file: 'e2e/clients/main.ts', web: true, production: true },
	cache: { file: 'e2e/cache/main.ts', web: true, production: true },
	timing: { file: 'e2e/timing/main.ts', production: true },
	pictures: { file: 'e2e/pictures/main.ts', web: true, production: true },
	screens: { file: 'scripts/screens.ts', web: true },
};

const [name = '', ...args] = process.argv.slice(2);
const task = TASKS[name];
if (!task) {
	console.error(`Unknown task '${name}'. Known: ${Object.keys(TASKS).join(', ')}.`);
	process.exit(2);
}

const release = lockCheckout(root);
const isFresh = install();
const node = pinnedNode();
if (isFresh) complete();
const env = {
	...process.env,
	PATH: `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
	UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '16', // waiting chDB queries hold libuv threads
	...returnedMemory(process.env),
	...(task.production
		? {
				NODE_ENV: 'production',
				// Caches compiled code: a later start loads its modules in half the time.
				NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
			}
		: {}),
};
if (task.web) run(['scripts/build.ts']);
release();
hand([task.file, ...(task.args ?? []), ...args]);

/** Runs npm ci once per content of package-lock.json; returns whether it ran. */
function install() {
	const stamp = join(root, 'node_modules', '.installed');
	// Ignores the product's own version, which every release raises without changing a package.
	const lock = readFileSync(join(root, 'package-lock.json'), 'utf8').replaceAll(
		/("name": "signalwheel",\s+"version": )"[^"]+"/g,
		'$1"0.1.0"',
	);
	const wanted = createHash('sha256').update(lock).digest('hex');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false;
	console.log('Installing packages (first run, or package-lock.json changed) ...');
	// Packages must not run scripts during installation.
	const flags = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
	const npm = process.env.npm_execpath;
	const done = npm
		? spawnSync(process.execPath, [npm, ...flags], { cwd: root, stdio: 'inherit' })
		: spawnSync('npm', flags, { cwd: root, stdio: 'inherit' });
	if (done.status !== 0) {
		console.error('Installation failed; see the lines above. It needs Node 20.19 or later, npm and a reachable package registry.');
		process.exit(done.status ?? 1);
	}
	writeFileSync(stamp, wanted);
	return true;
}

/**
 * npm skips optional packages that need a newer Node than its own (yahoo-finance2 needs 22), so this runs npm again on the pinned Node to add them.
 * The product works without them; a feature that needs one says which package to install.
 */
function complete() {
	const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
	const isLeftOut = ([path, { optional, engines, os, cpu }]) => optional && engines?.node && !os && !cpu && !existsSync(join(root, path));
	const npm = process.env.npm_execpath;
	if (!npm || node === process.execPath || !Object.entries(packages).some(isLeftOut)) return;
	const flags = ['install', '--no-save', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
	if (spawnSync(node, [npm, ...flags], { cwd: root, stdio: 'inherit' }).status !== 0)
		console.error("Some optional packages couldn't be installed; the product works without them.");
}

/** The Node 24 installed as a package; if there is none for this system (macOS), the host's, if it is version 24. */
function pinnedNode() {
	const pack = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
	const file = join(root, 'node_modules', pack, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	if (existsSync(file)) return file;
	if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
	console.error(`There is no Node 24 package for ${process.platform}-${process.arch}: install Node 24 and run this again.`);
	process.exit(1);
}

function run(command) {
	const done = spawnSync(node, command, { cwd: root, env, stdio: 'inherit' });
	if (done.status !== 0) process.exit(done.status ?? 1);
}

function hand(command) {
	const child = spawn(node, command, { cwd: root, env, stdio: 'inherit' });
	// A terminal sends Ctrl+C to the whole process group: this process must survive until the task has stopped.
	process.on('SIGINT', () => {});
	for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
	child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}
