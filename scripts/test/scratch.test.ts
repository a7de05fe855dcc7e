import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeLeftovers } from './scratch.ts';

it('what a killed run has left is swept, and nothing that is written into or is not ours', () => {
	const memory = mkdtempSync(join(tmpdir(), 'signalwheel-scratch-'));
	onTestFinished(() => rmSync(memory, { recursive: true, force: true }));
	const made = (name: string, hoursAgo: number): string => {
		const folder = join(memory, name);
		mkdirSync(folder);
		const then = Date.now() / 1_000 - 3_600 * hoursAgo;
		utimesSync(folder, then, then);
		return folder;
	};
	const [left, running, other] = [made('signalwheel-test-a', 2), made('signalwheel-test-b', 0.5), made('another-a', 2)];
	removeLeftovers(memory);
	expect([left, running, other].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});
