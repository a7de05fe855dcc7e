import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A worker process in a test. */
export interface Worker {
	/** The lines printed so far. */
	readonly lines: readonly string[];
	releaseJob(name: string): void;
	/** Kills the process like `kill -9`. */
	kill(): Promise<void>;
	/** Stops the process cleanly. */
	stop(): Promise<void>;
}

export async function startWorker(url: string): Promise<Worker> {
	const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'worker-process.ts'), url], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const allLines: string[] = [];
	let partialLine = '';
	const ready = Promise.withResolvers<void>();
	child.once('exit', (code) => ready.reject(new Error(`The worker ended with ${code}.`)));
	child.stdout?.on('data', (chunk: Buffer) => {
		const lines = (partialLine + chunk.toString()).split('\n');
		partialLine = lines.pop() ?? '';
		allLines.push(...lines);
		if (lines.includes('ready')) ready.resolve();
	});
	await ready.promise;
	const exited = once(child, 'exit');
	return {
		lines: allLines,
		releaseJob: (name) => void child.stdin?.write(`${name}\n`),
		kill: async () => {
			child.kill('SIGKILL');
			await exited;
		},
		stop: async () => {
			child.stdin?.end();
			await exited;
		},
	};
}
