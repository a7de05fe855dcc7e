import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { StoreError } from '../faults/store-error.ts';
import { findPostgresBinaries, type PostgresBinaries } from './embedded/binaries.ts';
import { makeCluster, makeSocketFolder, resolveFolder, socketFolderOf } from './embedded/folders.ts';
import { configArguments } from './embedded/guarded-config.ts';
import { isPostmasterOf, readPostmaster, removeStaleFiles } from './embedded/postmaster-file.ts';
import { chooseUser, type RunAs } from './embedded/run-as.ts';

/** An embedded PostgreSQL, reachable only through a private socket. If it dies, it is restarted at the same address. */
export interface EmbeddedPostgres {
	url: string;
	/** Process id of the current server. */
	readonly pid: number;
	/** Stops the server within 5 s; can be called repeatedly. */
	stop(): Promise<void>;
}

export interface EmbeddedOptions {
	/** Folder of the database cluster, created if missing. */
	folder: string;
	/** Stops a server that still runs on the folder, left by a killed process. Needs the folder's lock. Default: false. */
	takeOver?: boolean;
	/** Maximum number of connections. Default: a third more than one process needs. */
	maxConnections?: number;
	/** Called when the server has ended unexpectedly, and for each failed restart. */
	onError?: (error: Error) => void;
}

const START_TIMEOUT_MS = 20_000;
/** Limit for the end of a server whose Node process was killed. That usually takes about 60 ms, but seconds on an overloaded machine. */
const RELEASE_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 4_000;
/** Wait before a restart after a clean shutdown, because the process that caused it may be about to use the folder. */
const HANDOVER_MS = 2_000;
/** Delays before attempts to restart a dead server, in milliseconds. The last delay repeats, for example while the disk is full. */
const RESTART_DELAYS_MS = [0, 100, 250, 500, 1_000];

/**
 * Runs PostgreSQL on `folder`. Closing its standard input stops the server, so the server never outlives this process, even if killed. Throws
 * StoreError folder_held (with the id of the process that holds it), database_failed or database_unsupported.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
	const folder = resolveFolder(options.folder);
	const binaries = findPostgresBinaries();
	const socketFolder = socketFolderOf(folder);
	const runAs = chooseUser(folder, [binaries.postgres, socketFolder]);
	makeSocketFolder(socketFolder, runAs);
	await awaitFreeFolder(folder, options.takeOver ?? false);
	removeStaleFiles(folder, socketFolder);
	makeCluster(folder, binaries, runAs);
	const start = async (): Promise<Server> =>
		launchWithRetries(folder, () => launch(folder, socketFolder, binaries, runAs, options.maxConnections ?? 60));
	const runner = keepRunning(folder, await start(), start, options.onError ?? (() => {}));
	return {
		url: `postgresql://app@/postgres?host=${encodeURIComponent(socketFolder)}`,
		get pid() {
			return runner.server().pid;
		},
		stop: async () => {
			await runner.stop((server) => stop(server, socketFolder));
		},
	};
}

interface Server {
	child: ChildProcess;
	pid: number;
}

/** Restarts the server whenever it ends unexpectedly. */
function keepRunning(folder: string, first: Server, start: () => Promise<Server>, onError: (error: Error) => void) {
	let server = first;
	const stopping = new AbortController();
	/** Settles when no restart is in progress. */
	let restarting: Promise<void> = Promise.resolve();
	const sleepUnlessStopping = (ms: number | undefined): Promise<unknown> =>
		delay(ms, undefined, { signal: stopping.signal }).catch(() => {});
	const restart = async (wasClean: boolean): Promise<void> => {
		if (wasClean) await sleepUnlessStopping(HANDOVER_MS);
		for (let attempt = 0; !stopping.signal.aborted; attempt++) {
			await sleepUnlessStopping(RESTART_DELAYS_MS[Math.min(attempt, RESTART_DELAYS_MS.length - 1)]);
			if (stopping.signal.aborted) return;
			const holder = readPostmaster(folder)?.pid;
			if (holder !== undefined && isPostmasterOf(folder, holder)) return onError(folderHeldError(folder, holder));
			try {
				server = await start();
				return watchServer();
			} catch (error) {
				onError(error as Error);
			}
		}
	};
	const watchServer = (): void => {
		const { child, pid } = server;
		const onEnded = (): void => {
			if (stopping.signal.aborted) return;
			onError(new StoreError('database_failed', `The database (process ${pid}) ended unexpectedly and is being restarted.`));
			restarting = restart(child.exitCode === 0);
		};
		if (hasEnded(child)) onEnded();
		else child.once('exit', onEnded);
	};
	watchServer();
	return {
		server: () => server,
		stop: async (end: (server: Server) => Promise<void>): Promise<void> => {
			stopping.abort();
			await restarting;
			await end(server);
		},
	};
}

function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}

/** Starts a server; retries while processes of a killed server are still ending. */
async function launchWithRetries(folder: string, start: () => ChildProcess): Promise<Server> {
	for (const deadlineMs = performance.now() + RELEASE_TIMEOUT_MS; ; await delay(100)) {
		const child = start();
		try {
			return { child, pid: await awaitReady(folder, child) };
		} catch (error) {
			const isHeld = error instanceof StoreError && error.code === 'folder_held';
			if (!isHeld || performance.now() > deadlineMs) throw error;
		}
	}
}

/** Waits until no server runs on the folder. With `takeOver`, interrupts a running one, and kills it later. Throws StoreError folder_held. */
export async function awaitFreeFolder(folder: string, takeOver: boolean): Promise<void> {
	const started = performance.now();
	for (let signalsSent = 0; ; ) {
		const holder = readPostmaster(folder)?.pid;
		if (holder === undefined || !isPostmasterOf(folder, holder)) return;
		const elapsedTimeouts = Math.floor((performance.now() - started) / RELEASE_TIMEOUT_MS);
		if (elapsedTimeouts > (takeOver ? 1 : 0)) throw folderHeldError(folder, holder);
		if (takeOver && signalsSent <= elapsedTimeouts) {
			signal(holder, signalsSent === 0 ? 'SIGINT' : 'SIGKILL');
			signalsSent += 1;
		}
		await delay(20);
	}
}

/**
 * An intermediate shell ties the server to this process: when the pipe on its standard input closes, it interrupts the server
 * (a fast shutdown). `detached` prevents Ctrl-C in a terminal from reaching the server before this process.
 */
const TIED_LAUNCHER =
	'exec 3<&0; "$@" </dev/null 3<&- & p=$!; echo $p; (cat <&3 >/dev/null; kill -INT $p 2>/dev/null) & exec 3<&-; wait $p';

function launch(folder: string, socketFolder: string, { postgres }: PostgresBinaries, runAs: RunAs, connections: number): ChildProcess {
	const settings = ['listen_addresses=', 'unix_socket_permissions=0700', `max_connections=${connections}`].flatMap((setting) => [
		'-c',
		setting,
	]);
	// A file instead of a pipe: the server must never wait for a busy event loop to read its log.
	const log = openSync(logPath(folder), 'w', 0o600);
	try {
		const child = spawn(
			'sh',
			['-c', TIED_LAUNCHER, 'sh', ...runAs.prefix, postgres, '-D', folder, '-k', socketFolder, ...configArguments(folder), ...settings],
			{
				...runAs.identity,
				cwd: '/',
				detached: true,
				stdio: ['pipe', 'pipe', log],
			},
		);
		child.stdin?.on('error', () => {});
		child.unref();
		return child;
	} finally {
		closeSync(log);
	}
}

async function awaitReady(folder: string, child: ChildProcess): Promise<number> {
	let pid: number | undefined;
	let isEnded = false;
	child.stdout?.once('data', (line: Buffer) => {
		pid = Number(line.toString());
	});
	child.once('exit', () => {
		isEnded = true;
		child.stdin?.end();
	});
	child.once('error', () => {
		isEnded = true;
	});
	const deadlineMs = performance.now() + START_TIMEOUT_MS;
	while (performance.now() < deadlineMs && !isEnded) {
		const postmaster = readPostmaster(folder);
		if (postmaster?.isReady && postmaster.pid === pid) return postmaster.pid;
		await delay(10);
	}
	child.stdin?.end();
	const logText = readFileSync(logPath(folder), 'utf8').trim();
	const holder = readPostmaster(folder)?.pid;
	if (/lock file .* already exists|shared memory block .* is still in use/.test(logText)) throw folderHeldError(folder, holder);
	throw new StoreError(
		'database_failed',
		`The database in ${folder} didn't start: ${logText.split('\n').slice(-8).join('\n') || 'no output'}`,
	);
}

async function stop({ child, pid }: Server, socketFolder: string): Promise<void> {
	if (hasEnded(child)) return rmSync(socketFolder, { recursive: true, force: true });
	const ended = new Promise<void>((done) => child.once('exit', () => done()));
	child.stdin?.end();
	if (!(await endsWithin(ended, STOP_TIMEOUT_MS))) {
		// Immediate shutdown: the next start replays the write-ahead log.
		signal(pid, 'SIGQUIT');
		if (!(await endsWithin(ended, 500))) signal(pid, 'SIGKILL');
	}
	rmSync(socketFolder, { recursive: true, force: true });
}

async function endsWithin(done: Promise<void>, ms: number): Promise<boolean> {
	const timer = new AbortController();
	const ended = await Promise.race([done.then(() => true), delay(ms, false, { signal: timer.signal }).catch(() => false)]);
	timer.abort();
	return ended;
}

function signal(pid: number, name: NodeJS.Signals): void {
	try {
		process.kill(pid, name);
	} catch {
		// Already gone.
	}
}

function folderHeldError(folder: string, holder: number | undefined): StoreError {
	return new StoreError('folder_held', `The database in ${folder} is in use by process ${holder ?? 'unknown'}.`, { holder });
}

function logPath(folder: string): string {
	return `${folder}.log`;
}
