#!/usr/bin/env node
/**
 * The door of the package. It runs on whatever Node is there (20.19 or later), knows no package, and hands over to the command on
 * the Node 24 that comes as a package. Signals and the exit code are passed through; the command ends when this process does, in whatever way.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { returnedMemory } from './returned-memory.mjs';

/** How often npx, where it started this, is looked for. */
const LOOK_MS = 1_000;
/** Between npx and this stands a shell at most. */
const MOST_STEPS = 3;

const here = dirname(fileURLToPath(import.meta.url));

/** The Node 24 that came as a package; where there is none for this system (macOS), the one that runs this, if it is 24. */
const pinnedNode = () => {
	const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
	try {
		const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
		const file = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
		if (existsSync(file)) return file;
	} catch {}
	if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
	console.error(`There is no Node 24 package for ${process.platform}-${process.arch}: install Node 24 and run this again.`);
	process.exit(1);
};

/** Name and parent of a process, where the system tells (Linux). */
const processOf = (pid) => {
	try {
		const [, name, , parent] = /^\d+ \((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
		return { name, parent: Number(parent) };
	} catch {
		return undefined;
	}
};

/** The processes from this one up to below npx, each with who started it; this one alone where the system does not tell; none where npx is not above. */
const wayToNpx = () => {
	const way = new Map([[process.pid, process.ppid]]);
	let pid = process.ppid;
	for (let step = 0; step < MOST_STEPS; step++) {
		const found = processOf(pid);
		if (!found || /^np[mx]/.test(found.name)) return way;
		way.set(pid, found.parent);
		pid = found.parent;
	}
	return new Map();
};

/** A signal that reaches npx alone ends npx, or the shell below it, but nothing that they started: seen by a parent that has changed. */
const whenNpxIsGone = (stop) => {
	if (process.env.npm_command !== 'exec') return;
	const way = wayToNpx();
	const holds = ([pid, parent]) => (pid === process.pid ? process.ppid === parent : processOf(pid)?.parent === parent);
	setInterval(() => [...way].every(holds) || stop(), LOOK_MS).unref();
};

const isServer = ['start', 'backup', 'restore', 'rollback', 'report', 'import', 'admin'].includes(process.argv[2]);
const child = spawn(pinnedNode(), [join(here, '../src/main.ts'), ...process.argv.slice(2)], {
	// The fourth is a pipe that closes with this process.
	stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
	env: {
		...process.env,
		// Waiting chDB queries hold libuv threads; React and Fastify run in production mode.
		...(isServer
			? { UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '16', NODE_ENV: 'production', ...returnedMemory(process.env) }
			: {}),
		// What has been compiled once is not compiled again.
		NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(here, '../../../node_modules/.cache/node'),
	},
});
// A terminal sends Ctrl+C to the whole group: here it only has to be survived until the command has stopped.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
whenNpxIsGone(() => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
