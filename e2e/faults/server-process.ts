/** The server in its own process group, to be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../packages/server/src/main.ts');
const POLL = 50;
/** A failed poll counts as no answer. */
const LOOKS_WITHIN = 5_000;

export function freePort(): Promise<number> {
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
	/** Milliseconds until the first HTTP answer; rejects after `within`. */
	answers(within: number): Promise<number>;
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
	const started = performance.now();
	const child = spawn(process.execPath, [main], {
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, PORT: String(port), SIGNALWHEEL_DATA: folder, NODE_ENV: 'production', UV_THREADPOOL_SIZE: '16', ...env },
	});
	// A failed scenario leaves no server behind.
	const endIt = (): void => void child.kill('SIGKILL');
	process.once('exit', endIt);
	let text = '';
	for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
	const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
	void ended.then(() => process.removeListener('exit', endIt));
	const url = `http://127.0.0.1:${port}`;
	const health: ServerProcess['health'] = async () => {
		try {
			return (await (await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(LOOKS_WITHIN) })).json()) as Awaited<
				ReturnType<ServerProcess['health']>
			>;
		} catch {
			return undefined;
		}
	};
	return {
		child,
		url,
		output: () => text,
		health,
		answers: async (within) => {
			while (performance.now() - started < within) {
				if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${text}`);
				if (await health()) return performance.now() - started;
				await new Promise((resolve) => setTimeout(resolve, POLL));
			}
			throw new Error(`No response within ${within} ms:\n${text}`);
		},
		kill: async (target) => {
			process.kill(target === 'group' ? -(child.pid as number) : (child.pid as number), 'SIGKILL');
			await ended;
		},
		stop: async () => {
			child.kill('SIGTERM');
			return ended;
		},
	};
}
