import { createHash } from 'node:crypto';
import { GENESIS_LINK } from '@sw/domain/reports/chain';
import { contentBytes, ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { SECOND } from '@sw/domain/time/units';
import { linkHash } from '@sw/store/chain/chain-hashes';
import { INFORMATION } from '@sw/store/clickhouse/engine/tables';
import { reportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { sql } from '@sw/store/postgres/records';
import { parameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { storedChain } from '@sw/store/postgres/records/reports/report-chain';
import { contentHash, parametersHash } from '../content-hash.ts';
import { createPublish, createSetNumberLookup } from '../publish.ts';
import { storedReports } from './published-reports.ts';

/**
 * Rewrites a chain as in a data folder of versions before content hash and link were separate: the first `first` reports have format 1 and are sealed,
 * the next `second` have format 2, and the others follow them. Reports of format 1 have no input hash.
 */
export async function asAnOldFolder(stores: Stores, first: number, second: number): Promise<void> {
	const { db } = stores.records;
	const records = await storedChain(db).records();
	const count = first + second;
	const young = records.filter(({ chainSeq }) => chainSeq > count);
	const tables = await Promise.all(young.map(({ time, algo, buildId }) => reportRows(stores.series, time, algo, buildId)));
	const keys = young.map(({ time, buildId }) => `(toDateTime(${time / SECOND}, 'UTC'), ${buildId})`);
	if (keys.length > 0)
		for (const table of ['report_rows', 'deep_cells'])
			await stores.series.bulk.run(`ALTER TABLE ${table} DELETE WHERE (report, build) IN (${keys}) SETTINGS mutations_sync = 1`);
	await db.execute(sql`delete from reports where chain_seq > ${count}`);
	await db.execute(sql`update reports set superseded_by = null`);
	// Formats 1 and 2 have no public information: its columns were added empty.
	const empty = Object.keys(INFORMATION).map((name) => `${name} = 0`);
	await stores.series.bulk.run(`ALTER TABLE report_rows UPDATE ${empty} WHERE 1 SETTINGS mutations_sync = 1`);
	const end = await inFormatOne(stores, records.slice(0, first));
	await inFormatTwo(stores, records.slice(first, count), end);
	await stores.chain.accept();
	const [next] = young;
	if (!next) return;
	const parameters = (await parameterSet(db, next.parametersVersion)) as ParameterSet;
	const publish = createPublish({
		typeIndexOf: () => 0,
		stores,
		provider: 'test',
		engine: ENGINE_VERSION,
		numberOf: createSetNumberLookup(db),
		shown: await storedReports(stores),
	});
	for (const [at, { cutoff, publishedAt, reconstructed, inputFrom, inputHash }] of young.entries()) {
		const table = tables[at];
		if (!table || inputFrom === null || inputHash === null) throw new RangeError('A report of this test notes what entered it.');
		await publish([{ table, cutoff, publishedAt, reconstructed, parameters, inputs: { from: inputFrom, hash: inputHash } }]);
	}
}

/** Returns the last link. */
async function inFormatOne({ records: { db }, series }: Stores, records: readonly ReportRecord[]): Promise<string> {
	let before = GENESIS_LINK;
	for (const { time, algo, buildId, engineVersion, parametersVersion, chainSeq } of records) {
		const table = await reportRows(series, time, algo, buildId);
		const bytes = contentBytes(table, { format: 1, engineVersion, parameters: String(parametersVersion), previousHash: before });
		const hash = createHash('sha256').update(bytes).digest('hex');
		await db.execute(
			sql`update reports set format = 1, content_hash = ${hash}, link = ${hash}, previous_hash = ${before}, input_hash = null where chain_seq = ${chainSeq}`,
		);
		before = hash;
	}
	return before;
}

async function inFormatTwo({ records: { db }, series }: Stores, records: readonly ReportRecord[], end: string): Promise<void> {
	let before = end;
	for (const record of records) {
		const table = await reportRows(series, record.time, record.algo, record.buildId);
		const parameters = parametersHash(await parameterSet(db, record.parametersVersion));
		const hash = contentHash(table, { ...record, format: 2 }, parameters);
		const link = linkHash({ ...record, contentHash: hash, previousHash: before });
		await db.execute(
			sql`update reports set format = 2, content_hash = ${hash}, link = ${link}, previous_hash = ${before} where chain_seq = ${record.chainSeq}`,
		);
		before = link;
	}
}
