import { describe, expect, it } from 'vitest';
import { utcMs } from '../time/units.ts';
import { type ChainEnd, describeReport, findChainFaults, findLinkFaults, findVersionFaults, GENESIS_LINK } from './chain.ts';
import { linkText } from './content-hash.ts';
import type { ReportRecord } from './report-record.ts';

/** Plain texts replace hashes here: only the links between records matter. */
function linkOf(record: ReportRecord): string {
	return record.format === 1 ? record.contentHash : linkText(record).replaceAll('\n', ' ');
}

const TIMES = [1, 2, 3, 4, 2, 5];

/** Six reports, the first three of format 1; the fifth is a second version of the second. */
function chain(): ReportRecord[] {
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
}

const END: ChainEnd = { links: 6, link: chain()[5]?.link ?? '' };

function faults(records: readonly ReportRecord[], end: ChainEnd | undefined = END) {
	return findChainFaults(
		[...records].sort((one, other) => one.chainSeq - other.chainSeq),
		linkOf,
		end,
	);
}

function faultKinds(records: readonly ReportRecord[], end?: ChainEnd) {
	return faults(records, end).map(({ seq, kind }) => `${seq} ${kind}`);
}

/** The same reports, renumbered in their order. */
function numbered(records: readonly ReportRecord[]) {
	return records.map((record, at) => ({ ...record, chainSeq: at + 1 }));
}

describe('a chain of reports', () => {
	it('is whole over the change of format, and when nothing was published yet', () => {
		expect(faults(chain())).toEqual([]);
		expect(faults([], { links: 0, link: GENESIS_LINK })).toEqual([]);
	});

	it.each([0, 1, 2, 3, 4, 5])('names report %i when it is missing', (at) => {
		const without = chain().filter((_, place) => place !== at);
		expect(faultKinds(without)).toContain(`${at + 1} missing`);
		expect(faultKinds(numbered(without)).length).toBeGreaterThan(0);
	});

	it('misses the newest by what is noted elsewhere alone', () => {
		const cut = chain().slice(0, 4);
		expect(faults(cut).at(-1)).toMatchObject({ seq: 5, kind: 'missing', detail: 'reports 5 to 6 of the chain are missing' });
		// The first version of the corrected report still names its successor.
		expect(faultKinds(chain().slice(0, 5), undefined)).toEqual(['6 missing']);
		expect(findChainFaults(chain().slice(0, 5), linkOf)).toEqual([]);
	});

	it('names a report that was added: between two, and at the end with a link that is right', () => {
		const forged = { ...(chain()[3] as ReportRecord), time: utcMs(9), contentHash: 'forged', link: 'forged' };
		const between = numbered(chain().toSpliced(4, 0, { ...forged, previousHash: chain()[3]?.link ?? '' }));
		expect(faultKinds(between, { ...END, links: 7 })).toContain('5 added');
		const behind = { ...forged, chainSeq: 7, previousHash: END.link };
		expect(faultKinds([...chain(), { ...behind, link: linkOf(behind) }])).toEqual(['7 added']);
		expect(faultKinds([...chain(), { ...behind, format: 1, link: 'forged' }], { links: 7, link: 'forged' })).toEqual(['7 added']);
	});

	it('names a newest report that is not the one noted, where their number is right', () => {
		expect(faults(chain(), { links: 6, link: 'another' })).toMatchObject([
			{ seq: 6, kind: 'changed', detail: expect.stringContaining('another report was noted as the newest') },
		]);
		expect(faults([], { links: 0, link: GENESIS_LINK })).toEqual([]);
	});

	it('names reports that changed places', () => {
		for (const at of [0, 1, 3, 4]) {
			const moved = chain();
			[moved[at], moved[at + 1]] = [moved[at + 1] as ReportRecord, moved[at] as ReportRecord];
			const found = faults(numbered(moved));
			expect(found.some(({ kind }) => kind === 'moved')).toBe(true);
		}
	});

	it('says of each report in a wrong place which it follows', () => {
		const [a, b, c, ...rest] = chain() as [ReportRecord, ReportRecord, ReportRecord, ...ReportRecord[]];
		expect(faults(numbered([b, c, a, ...rest])).map(({ seq, kind, detail }) => [seq, kind, detail])).toEqual([
			[1, 'moved', `${describeReport(b)}: it was published after ${describeReport(a)}`],
			[1, 'moved', `${describeReport(b)}: it is earlier in the chain than its place`],
			[2, 'moved', `${describeReport(c)}: it is earlier in the chain than its place`],
			[3, 'moved', `${describeReport(a)}: it is earlier in the chain than its place`],
		]);
		expect(faults([a, b, ...rest]).map(({ seq, kind, detail }) => [seq, kind, detail])).toEqual([
			[3, 'missing', 'report 3 of the chain is missing'],
		]);
		expect(faults(numbered([a, c]), undefined).map(({ detail }) => detail)).toContain(
			`a report before ${describeReport(c)} is missing or was changed`,
		);
		expect(describeReport(b)).toBe('report 2025-07-01T14:30:00Z reverse, version 1');
	});

	it('says which reports are missing at its beginning, in its middle and at its end', () => {
		const details = (records: readonly ReportRecord[], end?: ChainEnd) =>
			faults(records, end)
				.filter(({ kind }) => kind === 'missing')
				.map(({ seq, detail }) => `${seq} ${detail}`);
		const all = chain();
		expect(details(all.slice(2))).toEqual(['1 reports 1 to 2 of the chain are missing']);
		expect(details(all.slice(1))).toEqual(['1 report 1 of the chain is missing']);
		expect(details([...all.slice(0, 2), ...all.slice(4)])).toEqual(['3 reports 3 to 4 of the chain are missing']);
		expect(details(all.slice(0, 5))).toEqual(['6 report 6 of the chain is missing']);
		expect(details([])).toEqual(['1 reports 1 to 6 of the chain are missing']);
	});

	it('knows the formats from the first to the newest, in that order', () => {
		const faultsOf = (format: number) => {
			const records = chain();
			records[5] = { ...(records[5] as ReportRecord), format };
			return faults(records).map(({ detail }) => detail.split(': ')[1]);
		};
		expect(faultsOf(0)).toEqual(['unknown format 0', 'format 0 does not follow format 2']);
		expect(faultsOf(4)).toEqual(['unknown format 4']);
		expect([faultsOf(2), faultsOf(3)]).toEqual([[], []]);
		expect(faultsOf(1)).toContain('format 1 does not follow format 2');
	});

	it('follows report by report by link and number, the first by neither', () => {
		const records = chain() as [ReportRecord, ReportRecord, ...ReportRecord[]];
		for (const [at, record] of records.entries()) expect(findLinkFaults(record, records[at - 1])).toEqual([]);
		const [first, second] = records;
		const broken: [ReportRecord, ReportRecord | undefined][] = [
			[{ ...second, previousHash: 'x' }, first],
			[{ ...second, chainSeq: 3 }, first],
			[{ ...second, chainSeq: 1 }, first],
			[second, undefined],
			[{ ...first, chainSeq: 2 }, undefined],
			[{ ...first, previousHash: 'x' }, undefined],
		];
		for (const [record, before] of broken)
			expect(findLinkFaults(record, before)).toEqual([
				{ seq: record.chainSeq, kind: 'changed', detail: `${describeReport(record)}: it doesn't follow from the previous report` },
			]);
	});

	it('numbers the versions of one report by their order, each of which names the next', () => {
		const [first, second] = [chain()[1], chain()[4]] as [ReportRecord, ReportRecord];
		const details = (...records: ReportRecord[]) => findVersionFaults(records).map(({ detail }) => detail.split(': ')[1]);
		expect(details(first, second)).toEqual([]);
		expect(details({ ...first, version: 2 }, second)).toEqual(['expected version 1 here']);
		expect(details({ ...first, supersededBy: null }, second)).toEqual(['it names none as its successor instead of 2']);
		expect(details(first, { ...second, supersededBy: 3 })).toEqual(['it names 3 as its successor instead of none']);
		expect(details(first, { ...second, version: 3 })).toEqual(['it names 2 as its successor instead of 3', 'expected version 2 here']);
		// Another algo at the same time has its own versions.
		expect(details({ ...first, supersededBy: null }, { ...second, algo: 'forecast', version: 1 })).toEqual([]);
	});

	it('reports problems in the order of the chain, whatever was checked first', () => {
		const records = chain();
		records[0] = { ...(records[0] as ReportRecord), supersededBy: 9 };
		records[2] = { ...(records[2] as ReportRecord), supersededBy: 9 };
		expect(faultKinds(records.toSpliced(3, 1))).toEqual(['1 changed', '3 changed', '4 missing']);
	});

	it('names a report that claims to follow itself', () => {
		const records = chain();
		const second = records[1] as ReportRecord;
		records[1] = { ...second, previousHash: second.link };
		expect(faults(records)).toEqual([
			{ seq: 2, kind: 'moved', detail: `${describeReport(second)}: it was published after ${describeReport(second)}` },
		]);
	});

	it('names every report beyond those that were noted', () => {
		const found = faults(chain(), { links: 4, link: '' });
		expect(found.map(({ seq, kind, detail }) => [seq, kind, detail.split(': ')[1]])).toEqual([
			[5, 'added', "4 reports were noted as published, but it isn't among them"],
			[6, 'added', "4 reports were noted as published, but it isn't among them"],
		]);
	});

	it('notices another value of every field of the record that the rows cannot show', () => {
		const changes: Partial<ReportRecord>[] = [
			{ version: 7 },
			{ cutoff: utcMs(1) },
			{ format: 1 },
			{ format: 4 },
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
