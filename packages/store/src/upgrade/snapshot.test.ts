import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRollingBack, readSnapshot, rollBack, SNAPSHOT, type StepListener, takeSnapshot, UPGRADED_NAMES } from './snapshot.ts';

const FROM = { product: '0.1.0', records: 1, series: 1 };
const TO = { product: '0.2.0', records: 2, series: 2 };

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'signalwheel-upgrade-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
	mkdirSync(join(folder, file, '..'), { recursive: true });
	writeFileSync(join(folder, file), text);
}

/** A folder with files of each kind. */
function fill(): void {
	for (const n of [1, 2, 3]) write(`postgres/base/${n}`, `page ${n}`);
	write('postgres/PG_VERSION', '18');
	for (const n of [1, 2, 3]) write(`series/store/part_${n}/price.bin`, `numbers ${n}`);
	write('series/metadata/bars.sql', 'before');
	symlinkSync('store', join(folder, 'series/data'));
	write('chain.json', 'link 7');
	write('previews/picture.png', 'picture');
}

/** What an upgrade and a day of use do to it. */
function change(): void {
	writeFileSync(join(folder, 'postgres/base/2'), 'page 2 in place');
	write('postgres/base/9', 'new');
	rmSync(join(folder, 'series/store/part_2'), { recursive: true });
	write('series/store/part_4/price.bin', 'merged');
	write('series/metadata/bars.tmp', 'after');
	renameSync(join(folder, 'series/metadata/bars.tmp'), join(folder, 'series/metadata/bars.sql'));
	write('chain.json', 'link 8');
	write('version.json', 'new');
}

/** Every file of the stores with its content. */
function stores(): Record<string, string> {
	return Object.fromEntries(
		readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
			.filter((file) => UPGRADED_NAMES.some((name) => file === name || file.startsWith(`${name}/`)))
			.sort()
			.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
	);
}

class Killed extends Error {}

/** Stops after so many steps; answers how many there were. */
function killedAfter(steps: number): { onStep: StepListener; count(): number } {
	let count = 0;
	return {
		onStep: () => {
			count += 1;
			if (count === steps) throw new Killed();
		},
		count: () => count,
	};
}

function take(onStep: StepListener = () => {}): Promise<void> {
	return takeSnapshot({ folder, from: FROM, to: TO, made: '2026-01-02T03:04:05.000Z', onStep });
}

describe('a snapshot before an upgrade', () => {
	it('costs nothing for files that are written once, and copies the others', async () => {
		fill();
		await take();
		const inode = (file: string): number => statSync(join(folder, file)).ino;
		expect(inode(`${SNAPSHOT}/series/store/part_1/price.bin`)).toBe(inode('series/store/part_1/price.bin'));
		expect(inode(`${SNAPSHOT}/postgres/base/1`)).not.toBe(inode('postgres/base/1'));
		expect(readdirSync(join(folder, SNAPSHOT)).sort()).toEqual(['chain.json', 'postgres', 'series', 'snapshot.json']);
		expect(await readSnapshot(folder)).toMatchObject({ from: FROM, to: TO, holds: ['postgres', 'series', 'chain.json'] });
	});

	it('needs twice the bytes that it copies, and a reserve; with less it is refused, and nothing changes', async () => {
		fill();
		write('postgres/large', 'x'.repeat(3_000_000));
		write('series/store/part_1/large.bin', 'y'.repeat(5_000_000));
		const before = stores();
		const copiedBytes = Object.entries(before)
			.filter(([file]) => !file.endsWith('.bin'))
			.reduce((sum, [, text]) => sum + text.length, 0);
		const needed = 100e6 + 2 * copiedBytes;
		const takeWith = (freeBytes: number) =>
			takeSnapshot({ folder, from: FROM, to: TO, made: '2026-01-02T03:04:05.000Z', readFreeBytes: async () => freeBytes });
		await expect(takeWith(needed - 1)).rejects.toThrow(
			`The upgrade needs 107 MB of free disk space in ${folder}, and 107 MB are free: free some space and start again. Nothing was changed.`,
		);
		expect([stores(), readdirSync(folder).includes(SNAPSHOT)]).toEqual([before, false]);
		await takeWith(needed);
		expect(await readSnapshot(folder)).toMatchObject({ to: TO });
	});

	it('killed at any step leaves the data alone, and is taken again', async () => {
		fill();
		const before = stores();
		const all = killedAfter(0);
		await take(all.onStep);
		expect(all.count()).toBeGreaterThan(20);
		for (let steps = 1; steps <= all.count(); steps++) {
			await expect(take(killedAfter(steps).onStep)).rejects.toThrow(Killed);
			expect(stores()).toEqual(before);
		}
		await take();
		change();
		await rollBack(folder);
		expect(stores()).toEqual(before);
	});
});

describe('a rollback', () => {
	it('brings back every file of the stores, and leaves what users uploaded', async () => {
		fill();
		const before = stores();
		await take();
		change();
		write('previews/later.png', 'later');
		expect(await rollBack(folder)).toMatchObject({ from: FROM });
		expect(stores()).toEqual(before);
		expect(readdirSync(folder).sort()).toEqual(['chain.json', 'postgres', 'previews', 'series']);
		expect(readdirSync(join(folder, 'previews'))).toEqual(['later.png', 'picture.png']);
		await expect(rollBack(folder)).rejects.toMatchObject({ code: 'folder_unusable', message: expect.stringContaining('no snapshot') });
	});

	it('killed at any step is finished by the next one; until then no start takes the folder for whole', async () => {
		fill();
		const before = stores();
		await take();
		change();
		const all = killedAfter(0);
		await rollBack(folder, all.onStep);
		for (let steps = 1; steps <= all.count(); steps++) {
			await take();
			change();
			await expect(rollBack(folder, killedAfter(steps).onStep)).rejects.toThrow(Killed);
			expect(isRollingBack(folder)).toBe(steps < all.count());
			expect(await rollBack(folder)).toMatchObject({ from: FROM });
			expect(stores()).toEqual(before);
			expect(readdirSync(folder).sort()).toEqual(['chain.json', 'postgres', 'previews', 'series']);
		}
		expect(all.count()).toBeGreaterThan(7);
	});
});
