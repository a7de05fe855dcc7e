/** Starts the programs that run tests. They can run in parallel, with their output shown one after another. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { HEAP_OPTION } from './heap.ts';
import { createScratchFolder } from './scratch.ts';

const root = join(import.meta.dirname, '../..');
const scratch = createScratchFolder();
export const VITEST_REPORT = join(root, '.test/vitest.json');
export const PAGES_REPORT = join(root, '.test/vitest-pages.json');
export const JOURNEY_PROJECTS = ['traders', 'operators'] as const;
export type JourneyProject = (typeof JOURNEY_PROJECTS)[number];

export function journeyReport(project: JourneyProject): string {
	return join(root, `.test/playwright${project}.json`);
}

export function relativeName(file: string): string {
	return relative(root, file);
}

/** Deletes old reports, so that any found afterwards is new. */
export function deleteReports(...reports: string[]): void {
	for (const report of reports) {
		mkdirSync(dirname(report), { recursive: true });
		rmSync(report, { force: true });
	}
}

export function readReport<Report>(file: string): Report | undefined {
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
}

interface ToolOptions {
	/** Whether the tool runs at a lower priority. */
	isLowPriority?: boolean;
	/** The tool's output is held back until this promise settles. */
	holdOutputUntil?: Promise<unknown> | undefined;
	/** Prefix of the command. */
	commandPrefix?: readonly string[];
	env?: Readonly<Record<string, string>>;
}

/** Runs a program of node_modules to its end. Returns its exit code; null if it couldn't start or was killed. */
export async function startTool(
	file: string,
	args: readonly string[],
	{ isLowPriority = false, holdOutputUntil, commandPrefix = [], env }: ToolOptions = {},
): Promise<number | null> {
	const [program = process.execPath, ...rest] = [
		...commandPrefix,
		process.execPath,
		HEAP_OPTION,
		join(root, 'node_modules', file),
		...args,
	];
	const child = spawn(program, rest, {
		cwd: root,
		stdio: ['ignore', holdOutputUntil ? 'pipe' : 'inherit', holdOutputUntil ? 'pipe' : 'inherit'],
		env: { ...process.env, ...(scratch && { TMPDIR: scratch }), ...env },
	});
	if (isLowPriority && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
	const stop = (): boolean => child.kill('SIGTERM');
	process.once('SIGTERM', stop);
	const ended = new Promise<number | null>((resolve) => {
		child.once('error', () => resolve(null));
		child.once('close', (code) => resolve(code));
	});
	if (holdOutputUntil) {
		const heldOutput: Buffer[] = [];
		let isReleased = false;
		const onOutput = (bytes: Buffer): unknown => (isReleased ? process.stdout.write(bytes) : heldOutput.push(bytes));
		child.stdout?.on('data', onOutput);
		child.stderr?.on('data', onOutput);
		await holdOutputUntil;
		for (const bytes of heldOutput) process.stdout.write(bytes);
		isReleased = true;
	}
	const code = await ended;
	process.removeListener('SIGTERM', stop);
	return code;
}
