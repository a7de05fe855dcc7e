import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A worker process in a test. */
export interface Worker {
	/** Its output so far. */
	readonly lines: readonly string[];
	release(name: string): void;
	/** Kills it like `kill -9`. */
	kill(): Promise<void>;
	/** Stops it cleanly. */
	end(): Promise<void>;
}

export async function startWorker(url: string): Promise<Worker> {
	const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'worker-process.ts'), url], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const allLines: string[] = [];
	let rest = '';
	const ready = Promise.withResolvers<void>();
	child.once('exit', (code) => ready.reject(new Error(`The worker ended with ${code}.`)));
	child.stdout?.on('data', (chunk: Buffer) => {
		const lines = (rest + chunk.toString()).split('\n');
		rest = lines.pop() ?? '';
		allLines.push(...lines);
		if (lines.includes('ready')) ready.resolve();
	});
	await ready.promise;
	const gone = once(child, 'exit');
	return {
		lines: allLines,
		release: (name) => void child.stdin?.write(`${name}\n`),
		kill: async () => {
			child.kill('SIGKILL');
			await gone;
		},
		end: async () => {
			child.stdin?.end();
			await gone;
		},
	};
}
