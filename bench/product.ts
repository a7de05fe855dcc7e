/** The whole product as a process of its own, on its default market. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../packages/server/src/main.ts');
const PORT = 8197;
const LONGEST = 300_000;

export interface Started {
	pid: number;
	/** Milliseconds from the spawn to each phase's first sight, and to the first page with cards. */
	phases: Map<string, number>;
	page: number;
	stop(): Promise<number>;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const startProduct = async (folder: string): Promise<Started> => {
	const began = performance.now();
	const child = spawn(process.execPath, [MAIN], {
		stdio: 'ignore',
		env: { ...process.env, PORT: String(PORT), SIGNALWHEEL_DATA: folder, NODE_ENV: 'production', UV_THREADPOOL_SIZE: '16' },
	});
	const phases = new Map<string, number>();
	const url = `http://127.0.0.1:${PORT}`;
	for (;;) {
		const elapsed = performance.now() - began;
		if (child.exitCode !== null || child.signalCode !== null)
			throw new Error(`The product ended with ${child.exitCode ?? child.signalCode}.`);
		if (elapsed > LONGEST) {
			child.kill('SIGKILL');
			throw new Error('The product did not become ready.');
		}
		try {
			const health = (await (await fetch(`${url}/api/health`)).json()) as { status: string; phase: string };
			if (!phases.has(health.phase)) phases.set(health.phase, elapsed);
			if (health.status === 'ready') {
				const page = await fetch(`${url}/main`);
				if (page.ok && (await page.text()).includes('ticker/')) break;
			}
		} catch {
			// Not listening yet.
		}
		await pause(20);
	}
	const page = performance.now() - began;
	return {
		pid: child.pid ?? 0,
		phases,
		page,
		stop: async () => {
			const asked = performance.now();
			const ended = new Promise((resolve) => child.once('exit', resolve));
			child.kill('SIGTERM');
			await ended;
			return performance.now() - asked;
		},
	};
};
