/** Times the first start of the whole product in an empty folder, and later starts, by phase. Reference: a Node process that only listens. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, compareToReference, formatMb, formatSeconds, type ResultRow, rowWithoutReference } from './measure.ts';

const MAIN = join(import.meta.dirname, '../packages/server/src/main.ts');
const PORT = 8197;
const START_TIMEOUT_MS = 300_000;
/** Milliseconds from the last past report that was built until memory is measured. */
const REST_MS = 60_000;

interface RunningProduct {
	/** Milliseconds from the spawn until the health call first reported each phase. */
	phases: Map<string, number>;
	/** Milliseconds from the spawn to the first page with cards. */
	firstPage: number;
	/** Resolves when all past reports have been built. */
	waitForPastReports(): Promise<void>;
	/** Resident bytes of the process, without its databases, which are separate processes. */
	readMemory(): number;
	/** Milliseconds from SIGTERM to the exit. */
	stop(): Promise<number>;
}

function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}

async function startProduct(folder: string): Promise<RunningProduct> {
	const startedAt = performance.now();
	const child = spawn(process.execPath, [MAIN], {
		stdio: 'ignore',
		env: { ...process.env, PORT: String(PORT), SIGNALWHEEL_DATA: folder, NODE_ENV: 'production', UV_THREADPOOL_SIZE: '16' },
	});
	const phases = new Map<string, number>();
	const url = `http://127.0.0.1:${PORT}`;
	for (;;) {
		const elapsed = performance.now() - startedAt;
		if (child.exitCode !== null || child.signalCode !== null)
			throw new Error(`The product ended with ${child.exitCode ?? child.signalCode}.`);
		if (elapsed > START_TIMEOUT_MS) {
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
	const firstPageMs = performance.now() - startedAt;
	return {
		phases,
		firstPage: firstPageMs,
		waitForPastReports: async () => {
			while (((await (await fetch(`${url}/api/health`)).json()) as { phase: string }).phase !== 'Ready') await pause(1_000);
		},
		readMemory: () => 1_024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })),
		stop: async () => {
			const stopRequestedAt = performance.now();
			const exit = new Promise((resolve) => child.once('exit', resolve));
			child.kill('SIGTERM');
			await exit;
			return performance.now() - stopRequestedAt;
		},
	};
}

/** Milliseconds of a Node process that only listens: the lower bound of any start. */
async function timeBareNode(): Promise<number> {
	const startedAt = performance.now();
	const child = spawn(process.execPath, ['-e', "require('node:http').createServer().listen(0, () => process.exit())"], { stdio: 'ignore' });
	await new Promise((resolve) => child.once('exit', resolve));
	return performance.now() - startedAt;
}

export const run: Benchmark = async () => {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	const rows: ResultRow[] = [];
	const reference = await timeBareNode();
	const addRow = (name: string, ms: number, goal: string | null): void => {
		rows.push(compareToReference(name, ms, reference, goal, formatSeconds));
	};
	try {
		const firstStart = await startProduct(folder);
		addRow('first start to the first page', firstStart.firstPage, '60 s');
		for (const [phase, ms] of firstStart.phases) rows.push(rowWithoutReference(`first start: '${phase}' from`, formatSeconds(ms), null));
		addRow('stop', await firstStart.stop(), '5 s');
		const laterStart = await startProduct(folder);
		addRow('later start to the first page', laterStart.firstPage, '3 s');
		for (const [phase, ms] of laterStart.phases) rows.push(rowWithoutReference(`later start: '${phase}' from`, formatSeconds(ms), null));
		await laterStart.waitForPastReports();
		await pause(REST_MS);
		rows.push(
			rowWithoutReference(
				'memory of a later start that built past reports, a minute after the last',
				formatMb(laterStart.readMemory()),
				'at most 840 MB',
			),
		);
		await laterStart.stop();
		const completeStart = await startProduct(folder);
		await completeStart.waitForPastReports();
		await pause(REST_MS);
		rows.push(
			rowWithoutReference(
				'memory of a later start that misses no report, after a minute without readers',
				formatMb(completeStart.readMemory()),
				'at most 600 MB',
			),
		);
		await completeStart.stop();
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return rows;
};
