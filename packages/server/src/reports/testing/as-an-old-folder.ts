import { createHash } from 'node:crypto';
import { GENESIS_LINK } from '@sw/domain/reports/chain';
import { contentBytes, ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { SECOND } from '@sw/domain/time/units';
import { hashLink } from '@sw/store/chain/chain-hashes';
import { INFORMATION } from '@sw/store/clickhouse/engine/tables';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { sql } from '@sw/store/postgres/records';
import { parameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { createStoredChain } from '@sw/store/postgres/records/reports/report-chain';
import { computeContentHash, hashParameters } from '../content-hash.ts';
import { createPublish, createSetNumberLookup } from '../publish.ts';
import { openStoredReports } from './published-reports.ts';

/**
 * Rewrites a chain as in a data folder of versions before content hash and link were separate: the first `format1Count` reports have format 1 and are sealed,
 * the next `format2Count` have format 2, and the others follow them. Reports of format 1 have no input hash.
 */
export async function rewriteAsOldFolder(stores: Stores, format1Count: number, format2Count: number): Promise<void> {
	const { db } = stores.records;
	const records = await createStoredChain(db).readRecords();
	const oldCount = format1Count + format2Count;
	const newerRecords = records.filter(({ chainSeq }) => chainSeq > oldCount);
	const tables = await Promise.all(newerRecords.map(({ time, algo, buildId }) => queryReportRows(stores.series, time, algo, buildId)));
	const keys = newerRecords.map(({ time, buildId }) => `(toDateTime(${time / SECOND}, 'UTC'), ${buildId})`);
	if (keys.length > 0)
		for (const table of ['report_rows', 'deep_cells'])
			await stores.series.bulk.run(`ALTER TABLE ${table} DELETE WHERE (report, build) IN (${keys}) SETTINGS mutations_sync = 1`);
	await db.execute(sql`delete from reports where chain_seq > ${oldCount}`);
	await db.execute(sql`update reports set superseded_by = null`);
	// Formats 1 and 2 have no public information: its columns were added empty.
	const assignments = Object.keys(INFORMATION).map((name) => `${name} = 0`);
	await stores.series.bulk.run(`ALTER TABLE report_rows UPDATE ${assignments} WHERE 1 SETTINGS mutations_sync = 1`);
	const lastLink = await rewriteInFormat1(stores, records.slice(0, format1Count));
	await rewriteInFormat2(stores, records.slice(format1Count, oldCount), lastLink);
	await stores.chain.accept();
	const [next] = newerRecords;
	if (!next) return;
	const parameters = (await parameterSet(db, next.parametersVersion)) as ParameterSet;
	const publish = createPublish({
		typeIndexOf: () => 0,
		stores,
		provider: 'test',
		engine: ENGINE_VERSION,
		getNumberedSet: createSetNumberLookup(db),
		shownReports: await openStoredReports(stores),
	});
	for (const [at, { cutoff, publishedAt, reconstructed, inputFrom, inputHash }] of newerRecords.entries()) {
		const table = tables[at];
		if (!table || inputFrom === null || inputHash === null) throw new RangeError('A report in this test must have recorded its inputs.');
		await publish([{ table, cutoff, publishedAt, reconstructed, parameters, inputs: { from: inputFrom, hash: inputHash } }]);
	}
}

/** Rewrites reports in format 1. Returns the last link. */
async function rewriteInFormat1({ records: { db }, series }: Stores, records: readonly ReportRecord[]): Promise<string> {
	let previousLink = GENESIS_LINK;
	for (const { time, algo, buildId, engineVersion, parametersVersion, chainSeq } of records) {
		const table = await queryReportRows(series, time, algo, buildId);
		const bytes = contentBytes(table, { format: 1, engineVersion, parameters: String(parametersVersion), previousHash: previousLink });
		const hash = createHash('sha256').update(bytes).digest('hex');
		await db.execute(
			sql`update reports set format = 1, content_hash = ${hash}, link = ${hash}, previous_hash = ${previousLink}, input_hash = null where chain_seq = ${chainSeq}`,
		);
		previousLink = hash;
	}
	return previousLink;
}

async function rewriteInFormat2({ records: { db }, series }: Stores, records: readonly ReportRecord[], lastLink: string): Promise<void> {
	let previousLink = lastLink;
	for (const record of records) {
		const table = await queryReportRows(series, record.time, record.algo, record.buildId);
		const parameters = hashParameters(await parameterSet(db, record.parametersVersion));
		const hash = computeContentHash(table, { ...record, format: 2 }, parameters);
		const link = hashLink({ ...record, contentHash: hash, previousHash: previousLink });
		await db.execute(
			sql`update reports set format = 2, content_hash = ${hash}, link = ${link}, previous_hash = ${previousLink} where chain_seq = ${record.chainSeq}`,
		);
		previousLink = link;
	}
}
