/** The input of every scenario, and shared steps. */
import { type ServerProcess, startServer } from './server-process.ts';

/** On a busy machine. */
const ANSWERS_WITHIN = 60_000;
const FILLS_WITHIN = 1_800_000;
const LOOK = 25;

export interface Scenario {
	/** The data folder that survives every kill. */
	folder: string;
	port: number;
	/** Seeded random number, 0 to 1. */
	randomSource(): number;
	kills: number;
	log(line: string): void;
	/** A broken promise. */
	problem(text: string): void;
}

export function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A start that must answer within `within` milliseconds; the actual time is printed with the kill. */
export async function startIn(
	{ folder, port, problem }: Scenario,
	env: Record<string, string>,
	within = ANSWERS_WITHIN,
): Promise<{ server: ServerProcess; served: string }> {
	const server = startServer(folder, port, env);
	const served = await server.answers(within).catch((error: Error) => {
		problem(error.message);
		return Number.NaN;
	});
	return { server, served: `served after ${(served / 1000).toFixed(1)} s` };
}

type Health = NonNullable<Awaited<ReturnType<ServerProcess['health']>>>;

/** Polls until the condition holds; rejects if the start failed or it took too long. */
export async function waitUntil(server: ServerProcess, isSo: (health: Health) => boolean, within = FILLS_WITHIN): Promise<Health> {
	const end = performance.now() + within;
	while (performance.now() < end) {
		const health = await server.health();
		if (health?.status === 'failed') throw new Error(`The start failed: ${health.phase}`);
		if (health && isSo(health)) return health;
		await pause(LOOK);
	}
	throw new Error(`It did not come within ${within} ms:\n${server.output()}`);
}

/** 'Ready' means that everything is up to date; stored reports can be read before that. */
export function isFilled({ status, phase }: Health): boolean {
	return status === 'ready' && phase === 'Ready';
}

/** Fills a folder at a slow clock speed: at a fast one, the clock would run weeks ahead of the filling. */
export async function fill(scenario: Scenario): Promise<void> {
	const { server } = await startIn(scenario, { SIGNALWHEEL_SPEED: '1' });
	await waitUntil(server, isFilled);
	await server.stop();
}

/** Stops the last server of a scenario as an operator would. */
export async function stopInOrder(server: ServerProcess, { problem, log }: Scenario): Promise<void> {
	const stopping = performance.now();
	const code = await server.stop();
	log(`stopped in ${((performance.now() - stopping) / 1000).toFixed(1)} s with exit code ${code}`);
	if (code !== 0) problem(`the last server ended with ${code}:\n${server.output()}`);
}
