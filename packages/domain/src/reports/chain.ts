import { isoSeconds } from '../time/format.ts';
import { REPORT_FORMAT } from './content-hash.ts';
import type { ReportRecord } from './report-record.ts';

/** The `previousHash` of the first report. */
export const GENESIS_LINK = '0'.repeat(64);

/** The end of a chain, as recorded outside the chain. */
export interface ChainEnd {
	/** Number of reports ever published. */
	links: number;
	/** Hash of the newest report; GENESIS_LINK for an empty chain. */
	link: string;
}

export interface ChainFault {
	/** Position in the chain. */
	seq: number;
	kind: 'missing' | 'added' | 'moved' | 'changed';
	/** In words: which report, and what is wrong. */
	detail: string;
}

type ChainRecord = ReportRecord;
/** Computes a record's hash (`link`) from its other fields. */
type ComputeLink = (record: ChainRecord) => string;

/** Describes a report: 'report 2025-07-01T14:00:00Z reverse, version 2'. */
export function describeReport({ time, algo, version }: Pick<ReportRecord, 'time' | 'algo' | 'version'>): string {
	return `report ${isoSeconds(time)} ${algo}, version ${version}`;
}

/** Finds the faults of a single record: an unknown format, or fields that don't match the record's hash. */
export function findRecordFaults(record: ChainRecord, computeLink: ComputeLink): ChainFault[] {
	if (record.format < 1 || record.format > REPORT_FORMAT) return [createFault(record, 'changed', `unknown format ${record.format}`)];
	return record.link === computeLink(record)
		? []
		: [createFault(record, 'changed', 'its record has changed since publication: place, version, instants, origin or hash')];
}

function createFault(record: ChainRecord, kind: ChainFault['kind'], reason: string): ChainFault {
	return {
		seq: record.chainSeq,
		kind,
		detail: `${describeReport(record)}: ${reason}`,
	};
}

/** Finds faults between a record and the previous one; `previous` is undefined for the first record. */
export function findLinkFaults(record: ChainRecord, previous: ChainRecord | undefined): ChainFault[] {
	return record.previousHash === (previous?.link ?? GENESIS_LINK) && record.chainSeq === (previous?.chainSeq ?? 0) + 1
		? []
		: [createFault(record, 'changed', "it doesn't follow from the previous report")];
}

/** Finds faults in the numbering of versions (in order of publication), and in each version's reference to the next version. */
export function findVersionFaults(records: readonly ChainRecord[]): ChainFault[] {
	const faults: ChainFault[] = [];
	for (const versions of Map.groupBy(records, ({ time, algo }) => `${time} ${algo}`).values()) {
		for (const [at, record] of versions.entries()) {
			if (record.version !== at + 1) faults.push(createFault(record, 'changed', `expected version ${at + 1} here`));
			const successor = versions[at + 1]?.version ?? null;
			if (record.supersededBy !== successor)
				faults.push(
					createFault(record, 'changed', `it names ${record.supersededBy ?? 'none'} as its successor instead of ${successor ?? 'none'}`),
				);
		}
	}
	return faults;
}

/**
 * Finds all faults of a chain. Records must be in order; `end` is the end recorded elsewhere, if any. An empty result means that every report has its
 * original position and record.
 */
export function findChainFaults(records: readonly ChainRecord[], computeLink: ComputeLink, end?: ChainEnd): ChainFault[] {
	const byLink = new Map(records.map(({ link }, at) => [link, at]));
	const faults: ChainFault[] = [];
	for (const [at, record] of records.entries()) {
		const previous = records[at - 1];
		const expectedSeq = (previous?.chainSeq ?? 0) + 1;
		if (record.chainSeq > expectedSeq) faults.push(createGapFault(expectedSeq, record.chainSeq - 1));
		else if (record.previousHash !== (previous?.link ?? GENESIS_LINK)) faults.push(...findBreakFaults(records, at, byLink));
		faults.push(...findRecordFaults(record, computeLink));
		if (previous && previous.format > record.format)
			faults.push(createFault(record, 'added', `format ${record.format} does not follow format ${previous.format}`));
	}
	faults.push(...findVersionFaults(records), ...findEndFaults(records, end));
	const seen = new Set<string>();
	return faults.filter(({ detail }) => !seen.has(detail) && seen.add(detail)).sort((a, b) => a.seq - b.seq);
}

/** Explains why a record's previous hash isn't the hash of the record before it. */
function findBreakFaults(records: readonly ChainRecord[], at: number, byLink: ReadonlyMap<string, number>): ChainFault[] {
	const record = records[at] as ChainRecord;
	const predecessorIndex = record.previousHash === GENESIS_LINK ? -1 : byLink.get(record.previousHash);
	if (predecessorIndex === undefined)
		return [
			{
				...createFault(record, 'missing', 'the reports published before it are missing'),
				detail: `a report before ${describeReport(record)} is missing or was changed`,
			},
		];
	if (predecessorIndex >= at)
		return [createFault(record, 'moved', `it was published after ${describeReport(records[predecessorIndex] as ChainRecord)}`)];
	const previousHashes = new Set(records.map(({ previousHash }) => previousHash));
	return records
		.slice(predecessorIndex + 1, at)
		.map((skippedRecord) =>
			previousHashes.has(skippedRecord.link)
				? createFault(skippedRecord, 'moved', 'it is earlier in the chain than its place')
				: createFault(skippedRecord, 'added', "it isn't followed by the report published after it"),
		);
}

function createGapFault(from: number, to: number): ChainFault {
	return {
		seq: from,
		kind: 'missing',
		detail: from === to ? `report ${from} of the chain is missing` : `reports ${from} to ${to} of the chain are missing`,
	};
}

function findEndFaults(records: readonly ChainRecord[], end: ChainEnd | undefined): ChainFault[] {
	if (!end) return [];
	const last = records.at(-1);
	const lastSeq = last?.chainSeq ?? 0;
	if (lastSeq < end.links) return [createGapFault(lastSeq + 1, end.links)];
	if (lastSeq > end.links)
		return records
			.filter(({ chainSeq }) => chainSeq > end.links)
			.map((record) => createFault(record, 'added', `${end.links} reports were noted as published, but it isn't among them`));
	return last && last.link !== end.link ? [createFault(last, 'changed', 'another report was noted as the newest')] : [];
}
