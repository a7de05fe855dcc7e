import { type ChainEnd, type ChainFault, chainFaults } from '@sw/domain/reports/chain';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { SECOND } from '@sw/domain/time/units';
import type { ChainNote, NotedChain } from '@sw/store/chain/chain-note';
import { linkOf } from '@sw/store/chain/report-link';
import { type SealedRecords, sealOf } from '@sw/store/chain/sealed-records';
import { reportContents } from '@sw/store/clickhouse/report-contents';
import type { Stores } from '@sw/store/open';
import { parameterSets } from '@sw/store/postgres/records/reports/parameter-sets';
import { storedChain } from '@sw/store/postgres/records/reports/report-chain';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { parametersHash } from '../content-hash.ts';
import { createContentCheck } from './content-check.ts';

export interface ChainVerdict {
	links: number;
	/** Those of them that are of format 1. */
	old: number;
	rows: number;
	/** Empty when every report is there, in its place, with the record and the rows that it was published with. */
	faults: ChainFault[];
}

/** Rows that are read at once. */
const ROWS_PER_READ = 100_000;
/** The series' times are 32 bits of seconds. */
const EVER = 2 ** 32 - 1;

/** Faults of the records alone, against what is noted elsewhere. */
export function recordsFaults(
	records: readonly ReportRecord[],
	end: ChainEnd | undefined,
	sealed: SealedRecords | null | undefined,
): ChainFault[] {
	const found = chainFaults(records, linkOf, end);
	const seal = sealOf(records);
	if (sealed && seal?.hash !== sealed.hash)
		found.push({
			seq: 1,
			kind: 'changed',
			detail: `the ${sealed.links} records of format 1 have changed since they were sealed`,
		});
	return found;
}

/**
 * Walks the whole chain: every record against the one before it, against what the data folder notes of the newest, and against the rows that are stored. Memory is
 * for the records and one read of rows. `onShare` hears of the share that is done.
 */
export async function checkChain(
	stores: Pick<Stores, 'records' | 'series' | 'chain'>,
	onShare: (share: number) => void = () => {},
	signal?: AbortSignal,
): Promise<ChainVerdict> {
	const { seen, records, end } = await readRecords(stores);
	const sets = new Map((await parameterSets(stores.records.db)).map(({ version, parameters }) => [version, parametersHash(parameters)]));
	const except = new Set(seen.except);
	const check = createContentCheck({
		records,
		parametersHash: (version) => sets.get(version) ?? '',
		counts: (build) => build <= seen.upTo && !except.has(build),
	});
	const all = records.reduce((sum, { tickers }) => sum + tickers, 0);
	let from = 0;
	for (const to of readsOf(records)) {
		signal?.throwIfAborted();
		for (const content of await reportContents(stores.series, from, to)) {
			check.take(content);
			// Requests and the running market go first.
			await new Promise(setImmediate);
		}
		from = to;
		onShare(all === 0 ? 1 : Math.min(1, check.rows() / all));
	}
	return {
		links: records.length,
		old: records.filter(({ format }) => format === 1).length,
		rows: check.rows(),
		faults: [...noteFaults(stores.chain), ...recordsFaults(records, end, stores.chain.noted()?.sealed), ...check.faults()],
	};
}

function noteFaults(chain: Pick<ChainNote, 'noted'>): ChainFault[] {
	return chain.noted() ? [] : [{ seq: 0, kind: 'missing', detail: 'the note of the newest report is missing from the data folder' }];
}

/** All records, and what was noted of their end at that moment. */
async function readRecords({ records: { db }, chain }: Pick<Stores, 'records' | 'chain'>) {
	for (let tries = 0; ; tries++) {
		await chain.catchUp();
		const before = chain.noted();
		const [seen, records] = await db.transaction(async (tx) => [await visibleBatches(tx), await storedChain(tx).records()] as const, {
			isolationLevel: 'repeatable read',
			accessMode: 'read only',
		});
		const last = records.at(-1);
		const newest = { links: last?.chainSeq ?? 0, link: last?.link ?? '' };
		const note = chain.noted();
		const fits = [before, note].map((one) => endFor(one, newest)).find((end) => end?.links === newest.links);
		// Reports were published meanwhile.
		if (!fits && (before !== note || (note?.links ?? 0) < newest.links) && tries < 5) continue;
		return { seen, records, end: fits ?? note };
	}
}

/** The noted end that the database is at: a publication may be between its two writings. */
function endFor(note: NotedChain | undefined, newest: ChainEnd): ChainEnd | undefined {
	return note?.coming?.links === newest.links && note.coming.link === newest.link ? note.coming : note;
}

/** Ends of spans of time (UTC seconds, excluded) that hold about as many rows as are read at once; together they are all of time. */
function readsOf(records: readonly ReportRecord[]): number[] {
	const ends: number[] = [];
	let rows = 0;
	let last = 0;
	for (const { time, tickers } of [...records].sort((one, other) => one.time - other.time)) {
		if (rows + tickers > ROWS_PER_READ && time > last) {
			ends.push(time / SECOND);
			rows = 0;
		}
		rows += tickers;
		last = time;
	}
	return [...ends, EVER];
}
