/** Tests the packed file in an empty folder, as a new user would use it: starts it by npx, and runs the command's trials against it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { findFreePort } from '../../e2e/faults/server-process.ts';
import { signIn } from '../../e2e/faults/sign-in.ts';
import { type CommandResult, TRIALS, type TrialWorld } from '../../packages/command/src/testing/trials.ts';
import { KEY_SCOPES, type KeyScope } from '../../packages/domain/src/access/api-key.ts';

interface RunningProcess {
	readonly pid: number;
	/** Output so far, of both streams. */
	getOutput(): string;
	readonly ended: Promise<CommandResult>;
}

interface ProcessOptions {
	cwd: string;
	env: NodeJS.ProcessEnv;
	stdin?: string;
}

/** Milliseconds: installing and filling a market take minutes on a slow machine; nothing else here does. */
const TIMEOUT_MS = 20 * 60_000;
/** Milliseconds, generous: the product exits within 5 s of the request, and the launcher checks once a second whether npx is alive. */
const STOP_TIMEOUT_MS = 30_000;

/** Returns the exit code: 1 if a trial failed, otherwise 0. */
export async function tryPackage(file: string): Promise<number> {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-try-'));
	// A relative path, because npx would run an absolute one as a program.
	const packageSpec = `./${basename(file)}`;
	copyFileSync(file, join(folder, packageSpec));
	const port = await findFreePort();
	const server = `http://localhost:${port}`;
	const env = { ...userEnvironment(), PORT: String(port), SIGNALWHEEL_SPEED: '60', SIGNALWHEEL_URL: server };
	let failedCount = 0;
	let running: RunningProcess | undefined;
	const attempt = async (title: string, test: () => Promise<void>): Promise<void> => {
		const startedAt = performance.now();
		const error = await test().then(
			() => undefined,
			(error: unknown) => error as Error,
		);
		if (error) failedCount++;
		console.log(
			`${error ? 'FAILED' : 'ok    '} ${title} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)${error ? `\n${error.message}` : ''}`,
		);
	};
	const start = async (program = 'npx', words: readonly string[] = ['--yes', packageSpec]): Promise<RunningProcess> => {
		const product = startProcess(program, [...words, 'start'], { cwd: folder, env });
		running = product;
		let isOver = false;
		void product.ended.then(() => (isOver = true));
		await waitUntil(`the product isn't ready\n${product.getOutput()}`, () => isOver || product.getOutput().includes('Ready:'), TIMEOUT_MS);
		assert.ok(!isOver, product.getOutput());
		return product;
	};
	/** Stops the product by `stop`, which receives the pid of the started process, then checks that no process is left. */
	const expectStopped = async (stop: (pid: number) => void): Promise<void> => {
		const { pid } = running as RunningProcess;
		const pids = [pid, ...descendantsOf(pid)];
		assert.ok(pids.length >= 3, `launcher, server and database: ${pids.length}`);
		stop(pid);
		await waitUntil('every process has ended', () => !pids.some(isAlive), STOP_TIMEOUT_MS);
		running = undefined;
	};

	try {
		await attempt('npx starts it in an empty folder, and it gets ready', async () => void (await start()));
		if (failedCount > 0) return 1;
		const lookup = await startProcess('npx', ['--yes', `--package=${packageSpec}`, '-c', 'command -v signalwheel'], { cwd: folder, env })
			.ended;
		const bin = lookup.out.trim();
		const cookie = await signIn(server, join(folder, 'data'), 'pro@demo.test');
		const password = readFileSync(join(folder, 'data/demo-password'), 'utf8').trim();
		const headers = { cookie, origin: server, 'content-type': 'application/json' };
		const createKey = async (scopes: readonly KeyScope[]): Promise<{ id: string; key: string }> => {
			const body = JSON.stringify({ name: 'a trial', scopes, days: 1, password });
			return (await (await fetch(`${server}/api/me/keys`, { method: 'POST', headers, body })).json()) as { id: string; key: string };
		};
		const { key } = await createKey(KEY_SCOPES);
		const { key: listsKey } = await createKey(['lists:read']);
		const run = (args: readonly string[], extraEnv: Readonly<Record<string, string>> = {}, stdin = ''): RunningProcess =>
			startProcess(bin, args, { cwd: folder, env: { ...env, SIGNALWHEEL_KEY: key, ...extraEnv }, stdin });
		const call: TrialWorld['call'] = (args, { env: trialEnv = {}, stdin = '' } = {}): Promise<CommandResult> =>
			run(args, trialEnv, stdin).ended;
		for (const trial of TRIALS) await attempt(trial.title, () => trial.run({ call, listsKey, folder }));
		await attempt('watch prints the next report as a line of JSON', async () => {
			const { exit, out, err } = await call(['watch', '--tab', 'free', '--every', '2', '--reports', '1', '--json']);
			assert.equal(exit, 0, err);
			assert.equal(typeof (JSON.parse(out) as { time: unknown }).time, 'string');
		});
		await attempt('a revoked key ends a running watch with exit code 3', async () => {
			const watchKey = await createKey(['lists:read']);
			const watching = run(['watch', '--every', '2'], { SIGNALWHEEL_KEY: watchKey.key });
			await waitUntil('it watches', () => watching.getOutput().includes('Watching'), TIMEOUT_MS);
			await fetch(`${server}/api/me/keys/${watchKey.id}`, { method: 'DELETE', headers: { cookie, origin: server } });
			assert.equal((await watching.ended).exit, 3);
		});
		await attempt('Ctrl+C ends a running watch with exit code 130', async () => {
			const watching = run(['watch']);
			await waitUntil('it watches', () => watching.getOutput().includes('Watching'), TIMEOUT_MS);
			process.kill(-watching.pid, 'SIGINT');
			assert.equal((await watching.ended).exit, 130);
		});
		await attempt('Ctrl+C stops the product and all its processes', () => expectStopped((npx) => process.kill(-npx, 'SIGINT')));
		await attempt('SIGTERM to npx alone stops it', async () => {
			await start();
			await expectStopped((npx) => process.kill(npx, 'SIGTERM'));
		});
		await attempt('killing only npx stops it', async () => {
			await start();
			await expectStopped((npx) => process.kill(npx, 'SIGKILL'));
		});
		await attempt('killing only the launcher stops it', async () => {
			await start(bin, []);
			await expectStopped((launcher) => process.kill(launcher, 'SIGKILL'));
		});
	} finally {
		for (const pid of running ? [running.pid, ...descendantsOf(running.pid)] : []) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
		rmSync(folder, { recursive: true, force: true });
	}
	console.log(`${failedCount} failed`);
	return failedCount > 0 ? 1 : 0;
}

/** The environment of a user who has Node and npm, but not the repository. */
function userEnvironment(): NodeJS.ProcessEnv {
	const rest = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|SIGNALWHEEL_|INIT_CWD$|PORT$|UV_)/i.test(name));
	const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
	return { ...Object.fromEntries(rest), PATH: path.join(delimiter) };
}

/** Starts a program in its own process group, as a terminal does. */
function startProcess(program: string, args: readonly string[], { cwd, env, stdin = '' }: ProcessOptions): RunningProcess {
	const child = spawn(program, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
	let [out, err] = ['', ''];
	child.stdout.on('data', (chunk) => (out += String(chunk)));
	child.stderr.on('data', (chunk) => (err += String(chunk)));
	// It is not an error if a program exits before reading its input.
	child.stdin.on('error', () => {});
	child.stdin.end(stdin);
	return {
		pid: child.pid as number,
		getOutput: () => out + err,
		ended: new Promise((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (exit) => resolve({ exit, out, err }));
		}),
	};
}

/** Process ids of all descendants, on Linux only. */
function descendantsOf(pid: number): number[] {
	const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	const children = pids.filter((one) => parentOf(one) === pid).map(Number);
	return [...children, ...children.flatMap(descendantsOf)];
}

function parentOf(pid: string): number {
	try {
		return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
	} catch {
		return 0;
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/** Polls until the condition is true. Throws after `timeoutMs`. */
async function waitUntil(label: string, condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void> {
	for (const startedAt = performance.now(); !(await condition()); ) {
		if (performance.now() - startedAt > timeoutMs) throw new Error(`Timed out after ${timeoutMs / 1000} s: ${label}`);
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
}
