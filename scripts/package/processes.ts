import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Ended } from '../../packages/command/src/testing/trials.ts';

export interface Running {
	readonly pid: number;
	/** Output so far, of both streams. */
	text(): string;
	readonly ended: Promise<Ended>;
}

interface Surroundings {
	cwd: string;
	env: NodeJS.ProcessEnv;
	stdin?: string;
}

/** Starts a program in its own process group, as a terminal does. */
export function startProcess(program: string, args: readonly string[], { cwd, env, stdin = '' }: Surroundings): Running {
	const child = spawn(program, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
	let [out, err] = ['', ''];
	child.stdout.on('data', (chunk) => (out += String(chunk)));
	child.stderr.on('data', (chunk) => (err += String(chunk)));
	// A program that exits before reading its input is no error.
	child.stdin.on('error', () => {});
	child.stdin.end(stdin);
	return {
		pid: child.pid as number,
		text: () => out + err,
		ended: new Promise((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (exit) => resolve({ exit, out, err }));
		}),
	};
}

/** All descendants of a process; on Linux only. */
export function descendantsOf(pid: number): number[] {
	const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	const children = all.filter((one) => parentOf(one) === pid).map(Number);
	return [...children, ...children.flatMap(descendantsOf)];
}

function parentOf(pid: string): number {
	try {
		return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
	} catch {
		return 0;
	}
}

export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/** Polls until the condition is true. A process that exits before that reports it. */
export async function waitUntil(what: string, holds: () => boolean | Promise<boolean>, within: number): Promise<void> {
	for (const since = performance.now(); !(await holds()); ) {
		if (performance.now() - since > within) throw new Error(`Timed out after ${within / 1000} s: ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
}
