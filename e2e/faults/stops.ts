/**
 * SIGTERM at seeded moments, from the first millisecond of a first start to a running market: every stop must end with exit code 0 within 5 s,
 * without logging an error.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fillFolder, isFilled, pause, type Scenario, startScenarioServer, waitUntil } from './scenario.ts';
import { startServer } from './server-process.ts';

const MAX_STOP_MS = 5_000;
/** A slot every 1.5 s. */
const ENV = { SIGNALWHEEL_SPEED: '600' };
/** Stops are spread over these times: a first start is complete by the end of its time, also on a slow machine; a later one long before. */
const FIRST_START_MS = 25_000;
const LATER_START_MS = 5_000;
const RUNNING_MS = 4_000;
/** The stops up to these shares of all are during a first start and during a later one; the others stop a running market. */
const FIRST_START_SHARE = 0.5;
const LATER_START_SHARE = 0.75;
/** The bit of SIGHUP among the signals that a process handles: Node itself handles SIGTERM from its start, by exiting. */
const SIGHUP = 1n << 0n;

/** A log line at level error or fatal. */
const ERROR_LINE = /"level":(?:50|60)/;

export async function runStops(scenario: Scenario): Promise<void> {
	const { folder, port, randomSource, kills, log, reportProblem } = scenario;
	const stopAt = async (name: string, dataFolder: string, delayMs: number, isRunningMarket: boolean): Promise<void> => {
		mkdirSync(dataFolder, { recursive: true });
		const { server } = isRunningMarket
			? await startScenarioServer({ ...scenario, folder: dataFolder }, ENV)
			: { server: startServer(dataFolder, port, ENV) };
		if (isRunningMarket) await waitUntil(server, isFilled);
		// Until its first line runs, a program can't handle signals.
		else while (!handlesSignals(server.child.pid as number)) await pause(1);
		await pause(delayMs);
		const phase = (await server.health())?.phase ?? 'before the first answer';
		const startedAt = performance.now();
		const code = await server.stop();
		const elapsedMs = performance.now() - startedAt;
		const errors = server
			.output()
			.split('\n')
			.filter((line) => ERROR_LINE.test(line));
		log(
			`stops ${name}: SIGTERM after ${(delayMs / 1000).toFixed(2)} s while '${phase}': code ${code} in ${(elapsedMs / 1000).toFixed(2)} s`,
		);
		if (code !== 0) reportProblem(`${name}, ${phase}: exit code ${code}:\n${server.output().slice(-2_000)}`);
		if (elapsedMs > MAX_STOP_MS) reportProblem(`${name}, ${phase}: stopped after ${Math.round(elapsedMs)} ms`);
		for (const line of errors) reportProblem(`${name}, ${phase}: an error in the log: ${line.slice(0, 600)}`);
	};
	const filledFolder = join(folder, 'kept');
	mkdirSync(filledFolder, { recursive: true });
	await fillFolder({ ...scenario, folder: filledFolder });
	for (let stop = 0; stop < kills; stop++) {
		const share = stop / kills;
		if (share < FIRST_START_SHARE) {
			const dataFolder = join(folder, `first-${stop}`);
			await stopAt(`${stop + 1}/${kills} of a first start`, dataFolder, randomSource() * FIRST_START_MS, false);
			rmSync(dataFolder, { recursive: true, force: true });
		} else if (share < LATER_START_SHARE)
			await stopAt(`${stop + 1}/${kills} of a later start`, filledFolder, randomSource() * LATER_START_MS, false);
		else await stopAt(`${stop + 1}/${kills} of a running market`, filledFolder, randomSource() * RUNNING_MS, true);
	}
}

function handlesSignals(pid: number): boolean {
	const caughtSignals = /SigCgt:\s+([0-9a-f]+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
	return caughtSignals !== undefined && (BigInt(`0x${caughtSignals}`) & SIGHUP) !== 0n;
}
