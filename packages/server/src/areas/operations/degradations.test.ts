import { slotsOfDate } from '@sw/domain/reports/timetable';
import { nyse } from '@sw/domain/time/calendar';
import { type ExchangeDate, MINUTE, type UtcMs, utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createDegradations, type DegradationParts, describeDropErrors, findOverdueSlot } from './degradations.ts';

function slotsOn(date: ExchangeDate) {
	const session = nyse.sessionOn(date);
	return session ? slotsOfDate(session) : [];
}

function at(iso: string): UtcMs {
	return utcMs(Date.parse(iso));
}

function overdue(now: string, newest?: string, waited: DegradationParts['waited'] = () => undefined): string | undefined {
	const found = findOverdueSlot({ calendar: nyse, slotsOn, waited }, at(now), newest === undefined ? undefined : at(newest));
	return found && new Date(found).toISOString();
}

describe('a report that does not come', () => {
	it('is overdue once a whole slot has passed since it was due', () => {
		expect(overdue('2024-05-01T15:44:59Z', '2024-05-01T15:15:00Z')).toBeUndefined();
		expect(overdue('2024-05-01T15:45:00Z', '2024-05-01T15:15:00Z')).toBe('2024-05-01T15:30:00.000Z');
		expect(overdue('2024-05-01T15:45:00Z', '2024-05-01T15:30:00Z')).toBeUndefined();
	});

	it('stays overdue over the night and the next open', () => {
		expect(overdue('2024-05-02T02:00:00Z', '2024-05-01T19:45:00Z')).toBe('2024-05-01T20:00:00.000Z');
		expect(overdue('2024-05-02T13:31:00Z', '2024-05-01T20:00:00Z')).toBeUndefined();
		expect(overdue('2024-05-02T13:31:00Z', '2024-05-01T19:45:00Z')).toBe('2024-05-01T20:00:00.000Z');
	});

	it('is waited for by wall-clock time: a market at twenty times its speed has its next slot long before', () => {
		const now = '2024-05-01T15:45:00Z';
		const twenty = (instant: UtcMs): number => (at(now) - instant) / 20;
		expect(overdue(now, '2024-05-01T15:15:00Z', twenty)).toBeUndefined();
		expect(overdue('2024-05-01T18:45:00Z', '2024-05-01T13:30:00Z', (instant) => (at('2024-05-01T18:45:00Z') - instant) / 20)).toBe(
			'2024-05-01T13:45:00.000Z',
		);
		// Slower than wall-clock time, or skipping the night instantly.
		expect(overdue('2024-05-01T15:40:00Z', '2024-05-01T15:15:00Z', () => 15 * MINUTE)).toBe('2024-05-01T15:30:00.000Z');
		expect(overdue('2024-05-02T13:31:00Z', '2024-05-01T19:45:00Z', () => 6 * MINUTE)).toBeUndefined();
	});

	it('is overdue where none ever came', () => {
		expect(overdue('2024-05-01T15:45:00Z')).toBe('2024-05-01T15:30:00.000Z');
	});
});

describe('what is degraded', () => {
	const parts: DegradationParts = {
		isMarketEmpty: () => false,
		outages: () => [],
		damage: () => undefined,
		missingLead: () => undefined,
		diskLeft: () => undefined,
		memoryShortage: () => undefined,
		running: () => at('2024-05-01T15:45:00Z'),
		waited: () => undefined,
		newest: () => at('2024-05-01T15:30:00Z'),
		calendar: nyse,
		slotsOn,
		brokenReports: () => undefined,
		missingSource: () => undefined,
		missingFilings: () => undefined,
		mailsWaiting: () => 0,
		jobsWaiting: () => 0,
		failedBackup: () => undefined,
		failedAnchor: () => undefined,
		dropFaults: () => ({ failed: [], fault: undefined }),
	};
	const reasons = (overrides: Partial<DegradationParts>): string[] =>
		createDegradations({ ...parts, ...overrides })().map(({ reason }) => reason);

	it('is nothing when all is well, and nothing is due while the market is idle', () => {
		expect(reasons({})).toEqual([]);
		expect(reasons({ running: () => undefined, newest: () => undefined })).toEqual([]);
	});

	it('includes memory below the minimum, with the figures and the fix', () => {
		const detail = '0.8 GB of memory are available.';
		expect(createDegradations({ ...parts, memoryShortage: () => detail })()).toEqual([{ reason: 'memory', since: null, detail }]);
	});

	it('includes a market that waits for its first import', () => {
		expect(reasons({ isMarketEmpty: () => true, running: () => undefined, newest: () => undefined })).toEqual(['market']);
	});

	it('includes a market without a leader: since when, and what to do', () => {
		const reported = (since: UtcMs | null) => createDegradations({ ...parts, missingLead: () => ({ since }) })();
		expect(reported(at('2024-05-01T15:40:07.450Z'))).toEqual([
			{
				reason: 'lead',
				since: '2024-05-01T15:40:07Z',
				detail:
					'No process has led the market since 2024-05-01T15:40:07Z: no data is read and no reports are published. Start a process with the role market, or restart the one that hangs.',
			},
		]);
		expect(reported(null)).toMatchObject([{ since: null, detail: expect.stringContaining('No process has led the market yet:') }]);
	});

	it('counts dropped files that failed, and names them to administrators only', () => {
		const faults = { failed: ['NYSE_ABC.csv', 'b.csv'], fault: undefined };
		expect(createDegradations({ ...parts, dropFaults: () => faults })()).toEqual([
			{ reason: 'drop', since: null, detail: '2 dropped files failed to import.' },
		]);
		expect(describeDropErrors(faults)).toMatch(/failed to import: NYSE_ABC\.csv, b\.csv\. The reasons are in drop\/failed/);
		const away = { failed: [], fault: "The folder /srv/drop can't be used: gone" };
		expect([createDegradations({ ...parts, dropFaults: () => away })()[0]?.detail, describeDropErrors(away)]).toEqual([
			"The folder for dropped files can't be used.",
			away.fault,
		]);
	});

	it('is named, each by its own word, stores first', () => {
		const since = at('2024-05-01T15:44:00Z');
		expect(
			reasons({
				outages: () => [{ store: 'series', since }],
				damage: () => '15-minute bars of 9 days are missing.',
				missingLead: () => ({ since }),
				diskLeft: () => 3_000_000,
				newest: () => (at('2024-05-01T15:30:00Z') - 15 * MINUTE) as UtcMs,
				brokenReports: () => '2 faults were found in the stored reports.',
				missingSource: () => 'The vendor refused the key.',
				missingFilings: () => ({ since }),
				mailsWaiting: () => 1,
				jobsWaiting: () => 2,
				failedBackup: () => 'the disk is full in /secret/place',
				failedAnchor: () => 'https://tsa.example.test: The host is unreachable.',
				dropFaults: () => ({ failed: ['a.csv'], fault: undefined }),
			}),
		).toEqual([
			'series',
			'damage',
			'lead',
			'disk',
			'publishing',
			'reports',
			'source',
			'filings',
			'mails',
			'jobs',
			'backup',
			'anchors',
			'drop',
		]);
	});
});
