import { healthCalls } from '@sw/contract/operations/operator-health';
import { FLAG_QUARANTINE, type ReportTable } from '@sw/domain/signals/report-table';
import { isoSeconds } from '@sw/domain/time/format';
import { expect, it } from 'vitest';
import { NOW, smallWorld } from '../../market/window/testing/fixture.ts';
import { type DataQualityParts, summarizeDataQuality } from './data-quality.ts';

const { reports } = smallWorld();
const CHECKED = Date.UTC(2031, 0, 2, 21);

function parts(overrides: Partial<DataQualityParts> = {}): DataQualityParts {
	return {
		reports,
		lastCheck: async (kind) => ({
			result:
				kind === 'gaps'
					? { open: { count: 2, newest: '2026-06-29' } }
					: { open: { count: 3, newest: '2026-06-12' }, outliers: { count: 0, newest: null } },
			created: CHECKED - 60_000,
			finished: CHECKED,
		}),
		...overrides,
	};
}

it('counts what the last checks and the newest report say', async () => {
	const newest = reports.newest();
	const table = (await reports.table(newest as NonNullable<typeof newest>)) as ReportTable;
	const flags = table.flags.map((flag, row) => (row < 2 ? flag | FLAG_QUARANTINE : flag & ~FLAG_QUARANTINE));
	const found = await summarizeDataQuality(parts({ reports: { newest: reports.newest, table: () => ({ ...table, flags }) } }));
	expect(healthCalls.dataQuality.answers[200].parse(found)).toEqual({
		items: [
			{ kind: 'gaps', open: 2, newest: '2026-06-29', checked: '2031-01-02T21:00:00Z' },
			{ kind: 'splits', open: 3, newest: '2026-06-12', checked: '2031-01-02T21:00:00Z' },
			{ kind: 'quarantine', open: 2, newest: null, checked: isoSeconds(table.time) },
			{ kind: 'outliers', open: 0, newest: null, checked: '2031-01-02T21:00:00Z' },
		],
	});
	expect(table.time).toBeLessThanOrEqual(NOW);
});

it('says what was never checked, or by a version that did not count', async () => {
	const none = { open: null, newest: null, checked: null };
	const kinds = ['gaps', 'splits', 'quarantine', 'outliers'];
	const empty = await summarizeDataQuality({
		lastCheck: async () => undefined,
		reports: { newest: () => undefined, table: () => undefined },
	});
	expect(empty.items).toEqual(kinds.map((kind) => ({ kind, ...none })));
	const earlier = await summarizeDataQuality(
		parts({ lastCheck: async () => ({ result: { items: [] }, created: CHECKED, finished: CHECKED }) }),
	);
	expect(earlier.items.filter(({ kind }) => kind !== 'quarantine').map(({ open }) => open)).toEqual([null, null, null]);
});
