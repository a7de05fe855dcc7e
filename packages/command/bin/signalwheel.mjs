#!/usr/bin/env node
/**
 * Entry point of the package. Runs on the installed Node (20.19 or later) without dependencies and starts the command on the Node 24 that is installed as a
 * package. Forwards signals and the exit code; the command ends whenever this process ends.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { returnedMemory } from './returned-memory.mjs';

/** Interval at which the parent npx, if any, is checked. */
const CHECK_MS = 1_000;
/** At most a shell is between npx and this process. */
const MOST_STEPS = 3;

const here = dirname(fileURLToPath(import.meta.url));

/** The Node 24 installed as a package; if there is none for this system (macOS), the running Node, if it is version 24. */
function pinnedNode() {
	const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
	try {
		const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
		const file = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
		if (existsSync(file)) return file;
	} catch {}
	if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
	console.error(`There is no Node 24 package for ${process.platform}-${process.arch}: install Node 24 and run this again.`);
	process.exit(1);
}

/** Name and parent of a process; Linux only. */
function readProcess(pid) {
	try {
		const [, name, , parent] = /^\d+ \((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
		return { name, parent: Number(parent) };
	} catch {
		return undefined;
	}
}

/**
 * The processes between this one and npx, each with its parent. Only this one if the system has no /proc; empty if npx isn't an ancestor.
 */
function processesBelowNpx() {
	const way = new Map([[process.pid, process.ppid]]);
	let pid = process.ppid;
	for (let step = 0; step < MOST_STEPS; step++) {
		const found = readProcess(pid);
		if (!found || /^np[mx]/.test(found.name)) return way;
		way.set(pid, found.parent);
		pid = found.parent;
	}
	return new Map();
}

/** A signal to npx ends npx or its shell, but not their children: a changed parent shows that. */
function watchNpx(stop) {
	if (process.env.npm_command !== 'exec') return;
	const way = processesBelowNpx();
	const holds = ([pid, parent]) => (pid === process.pid ? process.ppid === parent : readProcess(pid)?.parent === parent);
	setInterval(() => [...way].every(holds) || stop(), CHECK_MS).unref();
}

const isServer = ['start', 'backup', 'restore', 'rollback', 'report', 'import', 'admin'].includes(process.argv[2]);
const child = spawn(pinnedNode(), [join(here, '../src/main.ts'), ...process.argv.slice(2)], {
	// The fourth is a pipe that closes when this process ends.
	stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
	env: {
		...process.env,
		// Waiting chDB queries hold libuv threads; React and Fastify run in production mode.
		...(isServer
			? { UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '16', NODE_ENV: 'production', ...returnedMemory(process.env) }
			: {}),
		// Caches compiled code for the next start.
		NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(here, '../../../node_modules/.cache/node'),
	},
});
// A terminal sends Ctrl+C to the whole process group: this process must survive until the command has stopped.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
watchNpx(() => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
