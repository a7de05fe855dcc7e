import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR, MINUTE, type UtcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import {
	findLastDue,
	findNewestBackup,
	followLastOutcomes,
	formatBackupName,
	listBackups,
	pruneBackups,
	scheduleBackups,
} from './backup-job.ts';

function at(iso: string): UtcMs {
	return Date.parse(iso) as UtcMs;
}

describe('a daily backup', () => {
	it('is due at an hour in New York, in summer and winter', () => {
		expect(findLastDue(at('2026-07-10T06:00:00Z'), 2)).toBe(at('2026-07-10T06:00:00Z'));
		expect(findLastDue(at('2026-07-10T05:59:59Z'), 2)).toBe(at('2026-07-09T06:00:00Z'));
		expect(findLastDue(at('2026-12-10T06:30:00Z'), 2)).toBe(at('2026-12-09T07:00:00Z'));
		// The day before has 23 hours.
		expect(findLastDue(at('2026-03-09T04:30:00Z'), 2)).toBe(findLastDue(at('2026-03-08T12:00:00Z'), 2));
		// 02:00 doesn't exist on this date.
		expect(findLastDue(at('2026-03-08T12:00:00Z'), 2)).toBeLessThanOrEqual(at('2026-03-08T07:00:00Z'));
	});

	it('is submitted once it is due, also one that was missed, until it is stopped', async () => {
		const wall = createFakeWallClock();
		const submitted = new Set<UtcMs>();
		const errors: unknown[] = [];
		let hour = async (): Promise<number> => 2;
		const stop = scheduleBackups(wall, {
			readHour: () => hour(),
			submit: async (due) => submitted.add(due),
			onError: (_, error) => errors.push(error),
		});
		const first = findLastDue((wall.now() + 5 * MINUTE) as UtcMs, 2);
		await wall.advance(5 * MINUTE);
		expect([...submitted]).toEqual([first]);
		hour = async () => {
			throw new Error('down');
		};
		await wall.advance(5 * MINUTE);
		expect(errors).toHaveLength(1);
		hour = async () => 2;
		await wall.advance(48 * HOUR);
		expect(submitted.size).toBe(3);
		stop();
		await wall.advance(48 * HOUR);
		expect(submitted.size).toBe(3);
	});
});

it('the end of the last backup is read at once and again, until that is stopped', async () => {
	const wall = createFakeWallClock();
	const errors: unknown[] = [];
	let reads = 0;
	const stop = await followLastOutcomes(
		wall,
		async () => {
			reads += 1;
			if (reads === 1) throw new Error('down');
		},
		(_, error) => errors.push(error),
	);
	expect([reads, errors.length]).toEqual([1, 1]);
	await wall.advance(10 * MINUTE);
	expect([reads, errors.length]).toEqual([3, 1]);
	stop();
	await wall.advance(HOUR);
	expect(reads).toBe(3);
});

describe('the folder of backups', () => {
	it('keeps the newest complete ones, and whatever else is in it', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'signalwheel-backups-'));
		try {
			const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'];
			const names = days.map((day) => formatBackupName(at(`${day}T07:00:00Z`)));
			for (const [i, name] of names.entries()) {
				mkdirSync(join(folder, name));
				// The newest one was interrupted.
				if (i === 3) continue;
				const manifest = { format: 1, made: `${days[i]}T07:00:01Z`, records: { tables: [] }, series: {}, others: [{ bytes: 100 + i }] };
				writeFileSync(join(folder, name, 'manifest.json'), JSON.stringify(manifest));
			}
			mkdirSync(join(folder, 'by hand'));
			expect(await listBackups(folder)).toEqual(
				[2, 1, 0].map((i) => ({ name: names[i], made: at(`${days[i]}T07:00:01Z`), bytes: 100 + i })),
			);
			expect(await findNewestBackup(folder)).toMatchObject({ name: names[2] });
			expect(await pruneBackups(folder, 2)).toEqual([names[3], names[0]]);
			expect(readdirSync(folder).sort()).toEqual(['by hand', names[1], names[2]]);
			expect(await listBackups(join(folder, 'missing'))).toEqual([]);
			expect(await findNewestBackup(join(folder, 'missing'))).toBeUndefined();
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});
});
