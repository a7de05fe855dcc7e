import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeLeftovers } from './scratch.ts';

it('folders of ended runs and those without writes for an hour are removed, others are not', () => {
	const memory = mkdtempSync(join(tmpdir(), 'signalwheel-scratch-'));
	onTestFinished(() => rmSync(memory, { recursive: true, force: true }));
	const createFolder = (name: string, hoursAgo: number): string => {
		const folder = join(memory, name);
		mkdirSync(folder);
		const then = Date.now() / 1_000 - 3_600 * hoursAgo;
		utimesSync(folder, then, then);
		return folder;
	};
	const ended = spawnSync(process.execPath, ['--version']).pid;
	const folders = [
		createFolder('signalwheel-test-a', 2),
		createFolder('signalwheel-test-b', 0.5),
		createFolder('another-a', 2),
		createFolder(`signalwheel-test-${ended}-c`, 0),
		createFolder(`signalwheel-test-${process.pid}-d`, 0),
		createFolder(`signalwheel-test-${process.pid}-e`, 2),
	];
	removeLeftovers(memory);
	expect(folders.map((folder) => existsSync(folder))).toEqual([false, true, true, false, true, false]);
});
