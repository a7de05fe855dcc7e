/**
 * SIGTERM at seeded moments, from the first millisecond of a first start to a running market: every stop must end with exit code 0 within 5 s,
 * without logging an error.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fill, isFilled, pause, type Scenario, startIn, waitUntil } from './scenario.ts';
import { startServer } from './server-process.ts';

const STOPS_WITHIN = 5_000;
/** A slot every 1.5 s. */
const ENV = { SIGNALWHEEL_SPEED: '600' };
/** A first start is complete by then, also on a slow machine; a later one long before. */
const FIRST_START = 25_000;
const LATER_START = 5_000;
const RUNNING = 4_000;
/** Shares of the stops during a first start and a later one; the others stop a running market. */
const FIRST = 0.5;
const LATER = 0.75;
/** The bit of SIGHUP among the signals that a process handles: Node itself handles SIGTERM from its start, by exiting. */
const SIGHUP = 1n << 0n;

/** A log line at level error or fatal. */
const ERROR_LINE = /"level":(?:50|60)/;

export async function stops(scenario: Scenario): Promise<void> {
	const { folder, port, randomSource, kills, log, problem } = scenario;
	const stopAt = async (name: string, data: string, moment: number, ready: boolean): Promise<void> => {
		mkdirSync(data, { recursive: true });
		const { server } = ready ? await startIn({ ...scenario, folder: data }, ENV) : { server: startServer(data, port, ENV) };
		if (ready) await waitUntil(server, isFilled);
		// Before its first line, a program can't handle signals.
		else while (!isListening(server.child.pid as number)) await pause(1);
		await pause(moment);
		const phase = (await server.health())?.phase ?? 'before the first answer';
		const began = performance.now();
		const code = await server.stop();
		const took = performance.now() - began;
		const errors = server
			.output()
			.split('\n')
			.filter((line) => ERROR_LINE.test(line));
		log(`stops ${name}: SIGTERM after ${(moment / 1000).toFixed(2)} s while '${phase}': code ${code} in ${(took / 1000).toFixed(2)} s`);
		if (code !== 0) problem(`${name}, ${phase}: exit code ${code}:\n${server.output().slice(-2_000)}`);
		if (took > STOPS_WITHIN) problem(`${name}, ${phase}: stopped after ${Math.round(took)} ms`);
		for (const line of errors) problem(`${name}, ${phase}: an error in the log: ${line.slice(0, 600)}`);
	};
	const kept = join(folder, 'kept');
	mkdirSync(kept, { recursive: true });
	await fill({ ...scenario, folder: kept });
	for (let stop = 0; stop < kills; stop++) {
		const share = stop / kills;
		if (share < FIRST) {
			const data = join(folder, `first-${stop}`);
			await stopAt(`${stop + 1}/${kills} of a first start`, data, randomSource() * FIRST_START, false);
			rmSync(data, { recursive: true, force: true });
		} else if (share < LATER) await stopAt(`${stop + 1}/${kills} of a later start`, kept, randomSource() * LATER_START, false);
		else await stopAt(`${stop + 1}/${kills} of a running market`, kept, randomSource() * RUNNING, true);
	}
}

function isListening(pid: number): boolean {
	const caught = /SigCgt:\s+([0-9a-f]+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
	return caught !== undefined && (BigInt(`0x${caught}`) & SIGHUP) !== 0n;
}
