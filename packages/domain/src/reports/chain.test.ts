import { describe, expect, it } from 'vitest';
import { utcMs } from '../time/units.ts';
import { type ChainEnd, chainFaults, GENESIS_LINK } from './chain.ts';
import { linkText } from './content-hash.ts';
import type { ReportRecord } from './report-record.ts';

/** Texts do for hashes here: what matters is which link follows which. */
const linkOf = (record: ReportRecord): string => (record.format === 1 ? record.contentHash : linkText(record).replaceAll('\n', ' '));

const TIMES = [1, 2, 3, 4, 2, 5];

/** Six reports, the first three of format 1; the fifth is a second version of the second. */
const chain = (): ReportRecord[] => {
	const records: ReportRecord[] = [];
	for (const [at, slot] of TIMES.entries()) {
		const time = utcMs(Date.UTC(2025, 6, 1, 14, 15 * slot));
		const version = records.filter((record) => record.time === time).length + 1;
		const record: ReportRecord = {
			time,
			algo: 'reverse',
			version,
			buildId: at + 1,
			parametersVersion: 1,
			engineVersion: '1',
			cutoff: time,
			tickers: 3,
			format: at < 3 ? 1 : 2,
			contentHash: `content ${at}`,
			previousHash: records.at(-1)?.link ?? GENESIS_LINK,
			link: '',
			chainSeq: at + 1,
			reconstructed: false,
			publishedAt: time,
			dueWall: null,
			publishedWall: null,
			inputFrom: null,
			inputHash: null,
			supersededBy: slot === 2 && version === 1 ? 2 : null,
		};
		records.push({ ...record, link: linkOf(record) });
	}
	return records;
};
const END: ChainEnd = { links: 6, link: chain()[5]?.link ?? '' };
const faults = (records: readonly ReportRecord[], end: ChainEnd | undefined = END) =>
	chainFaults(
		[...records].sort((one, other) => one.chainSeq - other.chainSeq),
		linkOf,
		end,
	);
const said = (records: readonly ReportRecord[], end?: ChainEnd) => faults(records, end).map(({ seq, what }) => `${seq} ${what}`);
/** The same reports, numbered anew as they stand. */
const numbered = (records: readonly ReportRecord[]) => records.map((record, at) => ({ ...record, chainSeq: at + 1 }));

describe('a chain of reports', () => {
	it('is whole over the change of format, and when nothing was published yet', () => {
		expect(faults(chain())).toEqual([]);
		expect(faults([], { links: 0, link: GENESIS_LINK })).toEqual([]);
	});

	it.each([0, 1, 2, 3, 4, 5])('names report %i when it is missing', (at) => {
		const without = chain().filter((_, place) => place !== at);
		expect(said(without)).toContain(`${at + 1} missing`);
		expect(said(numbered(without)).length).toBeGreaterThan(0);
	});

	it('misses the newest by what is noted elsewhere alone', () => {
		const cut = chain().slice(0, 4);
		expect(faults(cut).at(-1)).toMatchObject({ seq: 5, what: 'missing', detail: 'reports 5 to 6 of the chain are missing' });
		// The first version of the corrected report still names its successor.
		expect(said(chain().slice(0, 5), undefined)).toEqual(['6 missing']);
		expect(chainFaults(chain().slice(0, 5), linkOf)).toEqual([]);
	});

	it('names a report that was added: between two, and at the end with a link that is right', () => {
		const forged = { ...(chain()[3] as ReportRecord), time: utcMs(9), contentHash: 'forged', link: 'forged' };
		const between = numbered(chain().toSpliced(4, 0, { ...forged, previousHash: chain()[3]?.link ?? '' }));
		expect(said(between, { ...END, links: 7 })).toContain('5 added');
		const behind = { ...forged, chainSeq: 7, previousHash: END.link };
		expect(said([...chain(), { ...behind, link: linkOf(behind) }])).toEqual(['7 added']);
		expect(said([...chain(), { ...behind, format: 1, link: 'forged' }], { links: 7, link: 'forged' })).toEqual(['7 added']);
	});

	it('names a newest report that is not the one noted, where their number is right', () => {
		expect(faults(chain(), { links: 6, link: 'another' })).toMatchObject([
			{ seq: 6, what: 'changed', detail: expect.stringContaining('another report was noted as the newest') },
		]);
		expect(faults([], { links: 0, link: GENESIS_LINK })).toEqual([]);
	});

	it('names reports that changed places', () => {
		for (const at of [0, 1, 3, 4]) {
			const moved = chain();
			[moved[at], moved[at + 1]] = [moved[at + 1] as ReportRecord, moved[at] as ReportRecord];
			const found = faults(numbered(moved));
			expect(found.some(({ what }) => what === 'moved')).toBe(true);
		}
	});

	it('notices another value of every field of the record that the rows cannot show', () => {
		const changes: Partial<ReportRecord>[] = [
			{ version: 7 },
			{ cutoff: utcMs(1) },
			{ format: 1 },
			{ format: 3 },
			{ contentHash: 'x' },
			{ previousHash: 'x' },
			{ link: 'x' },
			{ chainSeq: 99 },
			{ reconstructed: true },
			{ publishedAt: utcMs(1) },
			{ dueWall: utcMs(1) },
			{ publishedWall: utcMs(1) },
			{ inputFrom: '2024-01-02' as NonNullable<ReportRecord['inputFrom']> },
			{ supersededBy: 9 },
		];
		for (const change of changes) {
			const records = chain();
			records[3] = { ...(records[3] as ReportRecord), ...change };
			expect(faults(records), JSON.stringify(change)).not.toEqual([]);
		}
	});

	it('holds old reports to their own rule: their hash is their link', () => {
		for (const change of [{ contentHash: 'x' }, { link: 'x' }, { previousHash: 'x' }, { format: 2 }]) {
			const records = chain();
			records[1] = { ...(records[1] as ReportRecord), ...change };
			expect(faults(records), JSON.stringify(change)).not.toEqual([]);
		}
	});
});
