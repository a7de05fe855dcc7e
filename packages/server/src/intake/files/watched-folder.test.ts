import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { type WatchedFolder, watchFolder } from './watched-folder.ts';

let folder: string;
let watched: WatchedFolder | undefined;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'signalwheel-drop-'));
});
afterEach(async () => {
	await watched?.close();
	await rm(folder, { recursive: true });
});

async function open(importPath: (path: string, print: (line: string) => void) => Promise<boolean>) {
	watched = await watchFolder({ folder, wall: createFakeWallClock(), importPath, log: () => {} });
	return watched.scan;
}

describe('a watched folder', () => {
	it('takes files and folders once they stopped growing, and moves them away', async () => {
		const taken: string[] = [];
		const look = await open(async (path) => {
			taken.push(basename(path));
			return true;
		});
		await writeFile(join(folder, 'a.csv'), 'one');
		await writeFile(join(folder, '.b.csv.part'), 'x');
		await mkdir(join(folder, 'lean'));
		await writeFile(join(folder, 'lean', 'c.zip'), 'c');
		await look();
		await writeFile(join(folder, 'a.csv'), 'one and two');
		expect(taken).toEqual([]);
		await look();
		expect(taken).toEqual(['lean']);
		await look();
		expect(taken).toEqual(['lean', 'a.csv']);
		await look();
		expect([taken.length, (await readdir(folder)).sort()]).toEqual([2, ['.b.csv.part', 'done', 'failed']]);
		expect((await readdir(join(folder, 'done'))).map((name) => name.split(' ').at(-1)).sort()).toEqual(['a.csv', 'lean']);
	});

	it('leaves files with instructions for others, and moves a file’s own with it', async () => {
		const taken: string[] = [];
		const look = await open(async (path) => {
			taken.push(basename(path));
			return true;
		});
		for (const name of ['import.json', 'a.csv', 'a.csv.import.json', 'later.csv.import.json']) await writeFile(join(folder, name), '{}');
		await look();
		// Instructions that are still being copied keep their file back.
		await writeFile(join(folder, 'a.csv.import.json'), '{"zone":"utc"}');
		await look();
		expect(taken).toEqual([]);
		await look();
		expect(taken).toEqual(['a.csv']);
		expect((await readdir(folder)).sort()).toEqual(['done', 'failed', 'import.json', 'later.csv.import.json']);
		expect((await readdir(join(folder, 'done'))).map((name) => name.split(' ').at(-1)).sort()).toEqual(['a.csv', 'a.csv.import.json']);
	});

	it('imports nothing twice when the folder is deleted, comes back or can’t be written, and heals', async () => {
		const taken: string[] = [];
		const lines: string[] = [];
		const importPath = async (path: string) => {
			taken.push(basename(path));
			// As a disk that is taken away while a file is read: the file can't be moved.
			await rm(join(folder, 'done'), { recursive: true });
			await writeFile(join(folder, 'done'), 'no folder');
			return true;
		};
		watched = await watchFolder({ folder, wall: createFakeWallClock(), importPath, log: (line) => lines.push(line) });
		await writeFile(join(folder, 'a.csv'), '1');
		for (let n = 0; n < 6; n++) await watched.scan();
		expect([taken, lines.length]).toEqual([['a.csv'], 1]);
		expect(watched.faults().fault).toMatch(/can't be used/);
		await rm(join(folder, 'done'));
		await watched.scan();
		await watched.scan();
		expect(await readdir(join(folder, 'done'))).toHaveLength(1);
		expect([taken, watched.faults()]).toEqual([['a.csv'], { failed: [], fault: undefined }]);
		await rm(folder, { recursive: true });
		for (let n = 0; n < 3; n++) await watched.scan();
		expect([taken, (await readdir(folder)).sort()]).toEqual([['a.csv'], ['done', 'failed']]);
	});

	it('names what failed until it is taken away', async () => {
		const look = await open(async () => false);
		await writeFile(join(folder, 'b.csv'), '1');
		await look();
		await look();
		expect(watched?.faults()).toEqual({ failed: ['b.csv'], fault: undefined });
		await rm(join(folder, 'failed'), { recursive: true });
		await look();
		expect(watched?.faults()).toEqual({ failed: [], fault: undefined });
	});

	it('puts aside what fails, with the reason beside it, and goes on', async () => {
		const look = await open(async (path, print) => {
			print(`FAILED ${basename(path)}`);
			if (path.endsWith('b.csv')) throw new Error('the store is gone');
			return false;
		});
		await writeFile(join(folder, 'a.csv'), '1');
		await writeFile(join(folder, 'b.csv'), '2');
		await look();
		await look();
		expect((await readdir(join(folder, 'failed'))).length).toBe(4);
		expect(await readFile(join(folder, 'failed', 'a.csv.txt'), 'utf8')).toBe('FAILED a.csv\n');
		expect(await readFile(join(folder, 'failed', 'b.csv.txt'), 'utf8')).toMatch(/the store is gone/);
	});
});
