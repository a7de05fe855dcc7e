import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY, type UtcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { saveSetting } from '@sw/store/postgres/records/settings';
import { openStoresOn } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BackupParts, createBackups, formatBackupName, runDrill } from './backup-job.ts';

/** A Saturday, 02:00 in New York. */
const SATURDAY = Date.parse('2026-01-03T07:00:00Z') as UtcMs;
const SUNDAY = (SATURDAY + DAY) as UtcMs;

let root: string;
let data: string;
let folder: string;
let stores: Stores;
let lines: string[];
beforeAll(async () => {
	root = mkdtempSync(join(tmpdir(), 'signalwheel-backups-'));
	data = join(root, 'data');
	folder = join(root, 'backups');
	stores = await openStoresOn(data);
	await saveSetting(stores.records.db, 'x', 'kept');
});
afterAll(async () => {
	await stores?.close();
	rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
	lines = [];
});

function backups(overrides: Partial<BackupParts> = {}) {
	return createBackups({
		...{ stores, dataFolder: data, backupsFolder: folder, productVersion: '0.2.0' },
		readCountToKeep: async () => 2,
		wallNow: () => SATURDAY,
		drill: (backup, log, signal) => runDrill(backup, join(data, '.drill'), log, signal),
		...overrides,
	});
}

const context = {
	progress: () => {},
	printLine: (line: string) => void lines.push(line),
	signal: new AbortController().signal,
	isLastTry: false,
};

it('is made, verified and kept; on Sundays it is restored into a scratch folder, too', async () => {
	const { job, getProblem, findNewest } = backups();
	for (const due of [SATURDAY - DAY, SATURDAY, SUNDAY])
		expect(await job.run({ due }, context)).toMatchObject({
			backup: join(folder, formatBackupName(due as UtcMs)),
			drilled: due === SUNDAY,
		});
	expect(readdirSync(folder).sort()).toEqual([formatBackupName(SATURDAY), formatBackupName(SUNDAY)]);
	expect(await findNewest()).toMatchObject({ name: formatBackupName(SUNDAY) });
	expect(getProblem()).toBeUndefined();
	expect(lines.join('\n')).toMatch(/files are unchanged since/);
	expect(readdirSync(data)).not.toContain('.drill');
});

it('that was corrupted is reported, and no older one is removed for it', async () => {
	const due = (SUNDAY + DAY) as UtcMs;
	const { job, getProblem } = backups({ readCountToKeep: async () => 1 });
	await job.run({ due }, context);
	const manifest = JSON.parse(readFileSync(join(folder, formatBackupName(due), 'manifest.json'), 'utf8'));
	const file = join(
		folder,
		formatBackupName(due),
		manifest.records.tables.find(({ table }: { table: string }) => table === 'settings').file,
	);
	truncateSync(file, 3);
	const later = backups({ readCountToKeep: async () => 1 });
	await expect(later.job.run({ due }, context)).rejects.toThrow('is damaged');
	expect(later.getProblem()).toContain('is damaged');
	expect(getProblem()).toBeUndefined();
	expect(readdirSync(folder)).toEqual([formatBackupName(due)]);
});

it('whose drill is interrupted leaves no restored copy in the data folder', async () => {
	const due = (SUNDAY + 2 * DAY) as UtcMs;
	await backups().job.run({ due }, context);
	const stop = new AbortController();
	const scratch = join(data, '.drill');
	const drill = runDrill(join(folder, formatBackupName(due)), scratch, () => {}, stop.signal);
	await expect.poll(() => existsSync(join(scratch, 'postgres'))).toBe(true);
	stop.abort();
	await expect(drill).rejects.toThrow('aborted');
	expect(existsSync(scratch)).toBe(false);
});

it('that another process made counts here too, in either way it ended', async () => {
	const { job, getProblem, loadLastOutcome } = backups({ backupsFolder: join(data, 'backups') });
	const ended = (last: object) => loadLastOutcome({ readPage: async () => ({ items: [last] }) as never });
	await expect(job.run({ due: SATURDAY }, context)).rejects.toThrow();
	await ended({ state: 'running', error: null });
	expect(getProblem()).toContain('is inside the data folder');
	await ended({ state: 'done', error: null });
	expect(getProblem()).toBeUndefined();
	await ended({ state: 'failed', error: 'disk full' });
	expect(getProblem()).toBe('disk full');
});

it('fails where the folder is inside the data folder, or the drill fails', async () => {
	const inside = backups({ backupsFolder: join(data, 'backups') });
	await expect(inside.job.run({ due: SATURDAY }, context)).rejects.toThrow('is inside the data folder');
	expect(inside.getProblem()).toContain('is inside the data folder');
	const broken = join(root, 'broken');
	writeFileSync(broken, '');
	await expect(runDrill(broken, join(data, '.drill'), () => {}, context.signal)).rejects.toThrow("isn't a backup");
});
