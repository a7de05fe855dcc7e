/** Runs the server in its own process group, so that a kill reaches all of its processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../packages/server/src/main.ts');
const POLL_MS = 50;
/** Maximum milliseconds of a health call. */
const HEALTH_TIMEOUT_MS = 5_000;

export function findFreePort(): Promise<number> {
	return new Promise((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const { port } = server.address() as AddressInfo;
			server.close(() => resolve(port));
		});
	});
}

export interface ServerProcess {
	readonly child: ChildProcess;
	readonly url: string;
	output(): string;
	/** Milliseconds until the first HTTP answer; rejects after `timeoutMs`. */
	waitForAnswer(timeoutMs: number): Promise<number>;
	/** The health answer; undefined if there is none. */
	health(): Promise<
		| {
				status: string;
				phase: string;
				degraded: { reason: string }[];
				last_report: { time: string; version: number; published: string } | null;
		  }
		| undefined
	>;
	kill(target: 'node' | 'group'): Promise<void>;
	stop(): Promise<number | null>;
}

/** `main`: the entry file, if not the product's own. */
export function startServer(folder: string, port: number, env: Record<string, string>, main = MAIN): ServerProcess {
	const startedAt = performance.now();
	const child = spawn(process.execPath, [main], {
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, PORT: String(port), SIGNALWHEEL_DATA: folder, NODE_ENV: 'production', UV_THREADPOOL_SIZE: '16', ...env },
	});
	// A failed scenario leaves no server behind.
	const killChild = (): void => void child.kill('SIGKILL');
	process.once('exit', killChild);
	let outputText = '';
	for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (outputText += String(chunk)));
	const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
	void exit.then(() => process.removeListener('exit', killChild));
	const url = `http://127.0.0.1:${port}`;
	const health: ServerProcess['health'] = async () => {
		try {
			return (await (await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })).json()) as Awaited<
				ReturnType<ServerProcess['health']>
			>;
		} catch {
			return undefined;
		}
	};
	return {
		child,
		url,
		output: () => outputText,
		health,
		waitForAnswer: async (timeoutMs) => {
			while (performance.now() - startedAt < timeoutMs) {
				if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${outputText}`);
				if (await health()) return performance.now() - startedAt;
				await new Promise((resolve) => setTimeout(resolve, POLL_MS));
			}
			throw new Error(`No response within ${timeoutMs} ms:\n${outputText}`);
		},
		kill: async (target) => {
			process.kill(target === 'group' ? -(child.pid as number) : (child.pid as number), 'SIGKILL');
			await exit;
		},
		stop: async () => {
			child.kill('SIGTERM');
			return exit;
		},
	};
}
