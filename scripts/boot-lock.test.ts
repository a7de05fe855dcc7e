import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const LOCK = join(import.meta.dirname, 'boot-lock.mjs');

let root: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'signalwheel-boot-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A start that prepares the checkout until its input ends; its lines, one by one. */
function start(): { child: ChildProcess; line(): Promise<string> } {
	const code = `import { lockCheckout } from ${JSON.stringify(LOCK)};
		const release = lockCheckout(${JSON.stringify(root)}); console.log('prepares'); process.stdin.resume(); process.stdin.on('end', release);`;
	const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
		stdio: ['pipe', 'pipe', 'inherit'],
		env: { ...process.env, TMPDIR: root },
	});
	return { child, line: async () => String((await once(child.stdout as NodeJS.ReadableStream, 'data'))[0]).trim() };
}

describe('two starts in one checkout', () => {
	it('prepare it one after the other', async () => {
		const one = start();
		expect(await one.line()).toBe('prepares');
		const other = start();
		expect(await other.line()).toBe(`Waiting for process ${one.child.pid}, which installs or builds in this folder ...`);
		one.child.stdin?.end();
		expect(await other.line()).toBe('prepares');
		other.child.stdin?.end();
		await once(other.child, 'exit');
	});

	it('do not wait for one that was killed', async () => {
		const one = start();
		await one.line();
		one.child.kill('SIGKILL');
		await once(one.child, 'exit');
		const other = start();
		expect(await other.line()).toBe('prepares');
		other.child.stdin?.end();
		await once(other.child, 'exit');
	});
});
