/** The input of every scenario, and shared steps. */
import { type ServerProcess, startServer } from './server-process.ts';

/** Milliseconds, also on a busy machine. */
const MAX_START_MS = 60_000;
const MAX_FILL_MS = 1_800_000;
const POLL_MS = 25;

export interface Scenario {
	/** The data folder that survives every kill. */
	folder: string;
	port: number;
	/** Seeded random number, 0 to 1. */
	randomSource(): number;
	kills: number;
	log(line: string): void;
	/** Reports that something promised does not hold. */
	reportProblem(text: string): void;
}

export function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Starts the server, which must answer within `timeoutMs`. `served`: the time it took, for the log. */
export async function startScenarioServer(
	{ folder, port, reportProblem }: Scenario,
	env: Record<string, string>,
	timeoutMs = MAX_START_MS,
): Promise<{ server: ServerProcess; served: string }> {
	const server = startServer(folder, port, env);
	const servedMs = await server.waitForAnswer(timeoutMs).catch((error: Error) => {
		reportProblem(error.message);
		return Number.NaN;
	});
	return { server, served: `served after ${(servedMs / 1000).toFixed(1)} s` };
}

type Health = NonNullable<Awaited<ReturnType<ServerProcess['health']>>>;

/** Polls until the condition holds; rejects if the start failed or it took too long. */
export async function waitUntil(server: ServerProcess, isFulfilled: (health: Health) => boolean, timeoutMs = MAX_FILL_MS): Promise<Health> {
	const deadline = performance.now() + timeoutMs;
	while (performance.now() < deadline) {
		const health = await server.health();
		if (health?.status === 'failed') throw new Error(`The start failed: ${health.phase}`);
		if (health && isFulfilled(health)) return health;
		await pause(POLL_MS);
	}
	throw new Error(`The condition was not met within ${timeoutMs} ms:\n${server.output()}`);
}

/** 'Ready' means that everything is up to date; stored reports can be read before that. */
export function isFilled({ status, phase }: Health): boolean {
	return status === 'ready' && phase === 'Ready';
}

/** Fills a folder at a slow clock speed: at a fast one, the clock would run weeks ahead of the filling. */
export async function fillFolder(scenario: Scenario): Promise<void> {
	const { server } = await startScenarioServer(scenario, { SIGNALWHEEL_SPEED: '1' });
	await waitUntil(server, isFilled);
	await server.stop();
}

/** Stops the last server of a scenario as an operator would. */
export async function stopCleanly(server: ServerProcess, { reportProblem, log }: Scenario): Promise<void> {
	const startedAt = performance.now();
	const code = await server.stop();
	log(`stopped in ${((performance.now() - startedAt) / 1000).toFixed(1)} s with exit code ${code}`);
	if (code !== 0) reportProblem(`the last server ended with ${code}:\n${server.output()}`);
}
