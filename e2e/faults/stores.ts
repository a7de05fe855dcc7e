/**
 * Fifty outages, alternately, under readers and writers: PostgreSQL killed, suspended and resumed, one of its backends killed, the disk filled and
 * freed. Node must survive all of them, no acknowledged action may be lost, health must name each outage within 2 s, and everything must recover
 * within 10 s after its end, without intervention.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createReader, type Reader } from './reader.ts';
import { fillFolder, isFilled, pause, type Scenario, startScenarioServer, stopCleanly, waitUntil } from './scenario.ts';
import type { ServerProcess } from './server-process.ts';

/** A slot every 7.5 s. */
const ENV = { SIGNALWHEEL_SPEED: '120' };
const MAX_DETECTION_MS = 2_000;
const MAX_RECOVERY_MS = 10_000;
/** The space needed by the market and its log, and the file that fills the rest. */
const DISK_SIZE = '3g';
const POLL_MS = 25;

interface Outage {
	name: string;
	/** Whether health can detect the outage; losing a single backend affects nothing else. */
	isDetectable: boolean;
	/** Causes the outage; returns a function that ends it. */
	begin(): Promise<() => Promise<void>>;
	/** Returns the milliseconds between beginning and end, for a random number from 0 to 1. */
	pickDurationMs(random: number): number;
}

export async function runOutages(scenario: Scenario): Promise<void> {
	const { folder, randomSource, kills, log, reportProblem } = scenario;
	const unmount = mountSmallDisk(folder);
	if (!unmount) log('NOT TRIED: a full disk, because this user may not mount an in-memory disk');
	try {
		await fillFolder(scenario);
		const { server } = await startScenarioServer(scenario, ENV);
		await waitUntil(server, isFilled);
		const reader = await createReader(server.url, folder);
		reader.begin();
		const outages = createOutages(scenario).filter(({ name }) => unmount || name !== 'the disk full');
		for (let turn = 0; turn < kills; turn++) {
			const { name, isDetectable, begin, pickDurationMs } = outages[turn % outages.length] as Outage;
			await pause(randomSource() * 1_500);
			const countsBefore = reader.readCounts();
			const endOutage = await begin();
			const startedAt = performance.now();
			const detectedMs = isDetectable
				? await waitFor(
						async () => ((await server.health())?.degraded.length ?? 0) > 0 || reader.countRefused() > countsBefore.refused,
						MAX_DETECTION_MS,
					)
				: 0;
			const slowest = reader.takeSlowest();
			await pause(Math.max(0, pickDurationMs(randomSource()) - (performance.now() - startedAt)));
			await endOutage();
			let lastFailure: string | undefined;
			const recoveredMs = await waitFor(async () => {
				lastFailure = await findProblem(server, reader);
				return lastFailure === undefined;
			}, MAX_RECOVERY_MS);
			if (server.child.exitCode !== null) {
				reportProblem(`${name} ended the server with ${server.child.exitCode}:\n${server.output()}`);
				return;
			}
			if (detectedMs === undefined) reportProblem(`${name} (${turn + 1}): health did not report it within ${MAX_DETECTION_MS} ms`);
			if (recoveredMs === undefined) reportProblem(`${name} (${turn + 1}): not recovered within ${MAX_RECOVERY_MS} ms: ${lastFailure}`);
			const countsAfter = reader.readCounts();
			log(
				`stores ${turn + 1}/${kills}: ${name}; ${detectedMs === undefined ? 'never detected' : `detected after ${Math.round(detectedMs)} ms`}, ${recoveredMs === undefined ? 'not recovered' : `recovered ${(recoveredMs / 1000).toFixed(1)} s after its end`}; ${countsAfter.answered - countsBefore.answered} calls answered, ${countsAfter.refused - countsBefore.refused} refused, slowest ${slowest}`,
			);
		}
		await reader.end();
		for (const loss of await reader.findLostChanges()) reportProblem(loss);
		for (const fault of reader.listFaults()) reportProblem(fault);
		log(`${reader.readCounts().acknowledged} changes acknowledged`);
		await stopCleanly(server, scenario);
	} finally {
		unmount?.();
	}
}

/** What is wrong; undefined if all is well. */
async function findProblem(server: ServerProcess, reader: Reader): Promise<string | undefined> {
	const health = await server.health();
	if (health?.status !== 'ready' || health.degraded.length > 0) return JSON.stringify(health ?? 'no answer');
	return reader.findFailure();
}

async function waitFor(isFulfilled: () => Promise<boolean>, timeoutMs: number): Promise<number | undefined> {
	const startedAt = performance.now();
	while (performance.now() - startedAt < timeoutMs) {
		if (await isFulfilled()) return performance.now() - startedAt;
		await pause(POLL_MS);
	}
	return undefined;
}

/** A separate in-memory disk that can be filled; undefined if this user can't mount one. */
function mountSmallDisk(folder: string): (() => void) | undefined {
	mkdirSync(folder, { recursive: true });
	if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE},mode=0755`, 'tmpfs', folder]).status !== 0) return undefined;
	return () => void spawnSync('umount', ['-l', folder]);
}

function createOutages({ folder, randomSource }: Scenario): Outage[] {
	return [
		{
			name: 'PostgreSQL killed',
			isDetectable: true,
			begin: async () => {
				sendSignal(readPostmasterPid(folder), 'SIGKILL');
				return async () => {};
			},
			pickDurationMs: () => 0,
		},
		{
			name: 'PostgreSQL suspended and resumed',
			isDetectable: true,
			begin: async () => {
				const server = readPostmasterPid(folder);
				const pids = [server, ...listChildren(server)];
				for (const pid of pids) sendSignal(pid, 'SIGSTOP');
				return async () => {
					for (const pid of pids) sendSignal(pid, 'SIGCONT');
				};
			},
			pickDurationMs: (random) => 2_500 + random * 2_000,
		},
		{
			name: 'a backend ended',
			isDetectable: false,
			begin: async () => {
				const backends = listChildren(readPostmasterPid(folder)).filter(isBackend);
				sendSignal(backends[Math.floor(randomSource() * backends.length)]!, 'SIGTERM');
				return async () => {};
			},
			pickDurationMs: () => 0,
		},
		{
			name: 'a backend killed',
			isDetectable: false,
			begin: async () => {
				const backends = listChildren(readPostmasterPid(folder)).filter(isBackend);
				sendSignal(backends[Math.floor(randomSource() * backends.length)]!, 'SIGKILL');
				return async () => {};
			},
			pickDurationMs: () => 0,
		},
		{
			name: 'the disk full',
			isDetectable: true,
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
			pickDurationMs: (random) => 3_000 + random * 2_000,
		},
	];
}

function readPostmasterPid(folder: string): number {
	return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

function listChildren(parent: number): number[] {
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

/** Whether the process is a backend, which is named after the client it serves; the others are the server's own. */
function isBackend(pid: number): boolean {
	try {
		return /postgres: app /.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
	} catch {
		return false;
	}
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// It has just exited.
	}
}
