/**
 * Fifty outages, alternately, under readers and writers: PostgreSQL killed, suspended and resumed, one of its backends killed, the disk filled and
 * freed. Node must survive all of them, no acknowledged action may be lost, health must name each outage within 2 s, and everything must recover
 * within 10 s after its end, without intervention.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createReader, type Reader } from './reader.ts';
import { fill, isFilled, pause, type Scenario, startIn, stopInOrder, waitUntil } from './scenario.ts';
import type { ServerProcess } from './server-process.ts';

/** A slot every 7.5 s. */
const ENV = { SIGNALWHEEL_SPEED: '120' };
const SHOWN_WITHIN = 2_000;
const WELL_WITHIN = 10_000;
/** The space needed by the market and its log, and the file that fills the rest. */
const DISK = '3g';
const LOOK = 25;

interface Outage {
	name: string;
	/** Whether health can detect it: a single backend affects nothing else. */
	reported: boolean;
	/** Causes it; returns a function that ends it. */
	begin(): Promise<() => Promise<void>>;
	/** Milliseconds between its beginning and end. */
	lasts(randomSource: number): number;
}

export async function stores(scenario: Scenario): Promise<void> {
	const { folder, randomSource, kills, log, problem } = scenario;
	const unmount = smallDisk(folder);
	if (!unmount) log('NOT TRIED: the disk filled; this user may not mount a disk in memory');
	try {
		await fill(scenario);
		const { server } = await startIn(scenario, ENV);
		await waitUntil(server, isFilled);
		const reader = await createReader(server.url, folder);
		reader.begin();
		const kinds = outagesOf(scenario).filter(({ name }) => unmount || name !== 'the disk full');
		for (let turn = 0; turn < kills; turn++) {
			const { name, reported, begin, lasts } = kinds[turn % kinds.length] as Outage;
			await pause(randomSource() * 1_500);
			const before = reader.counts();
			const end = await begin();
			const began = performance.now();
			const received = reported
				? await waitFor(async () => ((await server.health())?.degraded.length ?? 0) > 0 || reader.refused() > before.refused, SHOWN_WITHIN)
				: 0;
			const slowest = reader.slowest();
			await pause(Math.max(0, lasts(randomSource()) - (performance.now() - began)));
			await end();
			let last: string | undefined;
			const recovered = await waitFor(async () => {
				last = await wrongWith(server, reader);
				return last === undefined;
			}, WELL_WITHIN);
			if (server.child.exitCode !== null) {
				problem(`${name} ended the server with ${server.child.exitCode}:\n${server.output()}`);
				return;
			}
			if (received === undefined) problem(`${name} (${turn + 1}): health did not tell it within ${SHOWN_WITHIN} ms`);
			if (recovered === undefined) problem(`${name} (${turn + 1}): not well within ${WELL_WITHIN} ms: ${last}`);
			const after = reader.counts();
			log(
				`stores ${turn + 1}/${kills}: ${name}; detected after ${received === undefined ? 'never' : `${Math.round(received)} ms`}, well ${recovered === undefined ? 'never' : `${(recovered / 1000).toFixed(1)} s`} after its end; ${after.answered - before.answered} calls answered, ${after.refused - before.refused} refused, slowest ${slowest}`,
			);
		}
		await reader.end();
		for (const lost of await reader.lostActs()) problem(lost);
		for (const fault of reader.faults()) problem(fault);
		log(`${reader.counts().acknowledged} acts acknowledged`);
		await stopInOrder(server, scenario);
	} finally {
		unmount?.();
	}
}

/** What is wrong; undefined if all is well. */
async function wrongWith(server: ServerProcess, reader: Reader): Promise<string | undefined> {
	const health = await server.health();
	if (health?.status !== 'ready' || health.degraded.length > 0) return JSON.stringify(health ?? 'no answer');
	return reader.works();
}

async function waitFor(isSo: () => Promise<boolean>, within: number): Promise<number | undefined> {
	const began = performance.now();
	while (performance.now() - began < within) {
		if (await isSo()) return performance.now() - began;
		await pause(LOOK);
	}
	return undefined;
}

/** A separate in-memory disk that can be filled; undefined if this user can't mount one. */
function smallDisk(folder: string): (() => void) | undefined {
	mkdirSync(folder, { recursive: true });
	if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0755`, 'tmpfs', folder]).status !== 0) return undefined;
	return () => void spawnSync('umount', ['-l', folder]);
}

function outagesOf({ folder, randomSource }: Scenario): Outage[] {
	return [
		{
			name: 'PostgreSQL killed',
			reported: true,
			begin: async () => {
				send(postmasterOf(folder), 'SIGKILL');
				return async () => {};
			},
			lasts: () => 0,
		},
		{
			name: 'PostgreSQL stopped and let go',
			reported: true,
			begin: async () => {
				const server = postmasterOf(folder);
				const all = [server, ...childrenOf(server)];
				for (const pid of all) send(pid, 'SIGSTOP');
				return async () => {
					for (const pid of all) send(pid, 'SIGCONT');
				};
			},
			lasts: (share) => 2_500 + share * 2_000,
		},
		{
			name: 'a backend ended',
			reported: false,
			begin: async () => {
				const backends = childrenOf(postmasterOf(folder)).filter(isBackend);
				send(backends[Math.floor(randomSource() * backends.length)]!, 'SIGTERM');
				return async () => {};
			},
			lasts: () => 0,
		},
		{
			name: 'a backend killed',
			reported: false,
			begin: async () => {
				const backends = childrenOf(postmasterOf(folder)).filter(isBackend);
				send(backends[Math.floor(randomSource() * backends.length)]!, 'SIGKILL');
				return async () => {};
			},
			lasts: () => 0,
		},
		{
			name: 'the disk full',
			reported: true,
			begin: async () => {
				const filler = join(folder, 'filler');
				const file = openSync(filler, 'w');
				const block = Buffer.alloc(1 << 20);
				try {
					for (;;) writeSync(file, block);
				} catch {
					// The disk is full.
				} finally {
					closeSync(file);
				}
				return async () => rmSync(filler);
			},
			lasts: (share) => 3_000 + share * 2_000,
		},
	];
}

function postmasterOf(folder: string): number {
	return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

function childrenOf(parent: number): number[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
		.filter((pid) => {
			try {
				return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === parent;
			} catch {
				return false;
			}
		});
}

/** Backends are named after the client they serve; the others are the server's own. */
function isBackend(pid: number): boolean {
	try {
		return /postgres: app /.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
	} catch {
		return false;
	}
}

function send(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// It has just exited.
	}
}
