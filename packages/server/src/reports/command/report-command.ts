import type { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { formatRingTable } from '@sw/domain/research/ring-shares';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { isoSeconds } from '@sw/domain/time/format';
import { SECOND, utcMs } from '@sw/domain/time/units';
import { queryRingCounts } from '@sw/store/clickhouse/history-scan';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import { findSealFaults } from '@sw/store/postgres/records/record-seals';
import { countedVersions } from '@sw/store/postgres/records/reports/counted-versions';
import { parameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { latestReport, reportAt, reportsBetween, reportVersions } from '@sw/store/postgres/records/reports/reports';
import { createStoredCheck } from '../../market/stored/stored-check.ts';
import type { Command, PrintLine } from '../../platform/control/socket.ts';
import { checkAnchors } from '../anchors/check-anchors.ts';
import { writeExport } from '../export/export-reports.ts';
import { formatAnchorLines, formatChainLines, formatDerivedLines, formatSealLines, formatStoredLines } from '../proof/chain-lines.ts';
import { checkChain } from '../proof/check-chain.ts';
import { checkDerived } from '../proof/check-derived.ts';
import { writeProof } from '../proof/proof-file.ts';
import { generateProofLines } from '../proof/proof-lines.ts';
import { readAnchors } from '../proof/verify-file.ts';
import { type VerifyParts, verifyReport } from '../recompute/verify-report.ts';
import { formatList, type ReportRequest } from './report-request.ts';

/** Maximum number of differences to print. */
const MAX_DIFFERENCES = 20;

export interface ReportCommandParts extends VerifyParts {
	/** Folder for exports without a given file name. */
	exportFolder: string;
	/** Root certificates of time-stamping authorities. Default: none. */
	roots?: readonly X509Certificate[] | null;
}

/**
 * Runs `npm run report` in the process that has the stores open; args[0] is a ReportRequest as JSON.
 * Exit code 1 if a verified report is not identical, or if there is no such report.
 */
export function createReportCommand(parts: ReportCommandParts): Command {
	return async (args, print) => {
		const request = JSON.parse(args[0] ?? '{}') as ReportRequest;
		if (request.chain) return verifyChain(parts, request, print);
		if (request.act === 'rings') return printRingTable(parts, request, print);
		const records = await findRecords(parts, request);
		const [first] = records;
		if (!first) {
			print('Report not found.');
			return 1;
		}
		if (request.act === 'export') return (request.proof ? exportProof : exportTable)(parts, request, records, print);
		await printHeading(parts, first, print);
		return request.act === 'verify' ? printVerification(parts, first, print) : printList(parts, request, first, print);
	};
}

async function findRecords({ stores }: ReportCommandParts, { span, algo, version }: ReportRequest): Promise<ReportRecord[]> {
	const { db } = stores.records;
	if (span && span.from !== span.to) return reportsBetween(db, span.from, span.to, algo);
	const record = span ? await reportAt(db, span.from, algo, version) : await latestReport(db, algo);
	return record ? [record] : [];
}

async function printHeading({ stores }: ReportCommandParts, record: ReportRecord, print: PrintLine): Promise<void> {
	const { time, algo, version } = record;
	const versions = await reportVersions(stores.records.db, time, algo);
	const superseded = record.supersededBy === null ? '' : `, superseded by version ${record.supersededBy}`;
	print(`Report ${isoSeconds(time)} ${algo}, version ${version} of ${versions}${superseded}, ${record.tickers} tickers`);
	print(
		`  parameters ${record.parametersVersion}, engine ${record.engineVersion}, ${record.reconstructed ? 'reconstructed' : 'live'}, link ${record.chainSeq} of the chain, format ${record.format}`,
	);
	print(`  content hash ${record.contentHash}`);
}

async function printVerification(parts: ReportCommandParts, record: ReportRecord, print: PrintLine): Promise<number> {
	const verdict = await verifyReport(parts, record);
	if (verdict.sameInputs !== null)
		print(
			verdict.sameInputs
				? `  inputs since ${record.inputFrom}: unchanged since it was built`
				: `  inputs since ${record.inputFrom}: CHANGED since it was built`,
		);
	if (!verdict.sameEngine) print('  built by another engine version, so cells may differ');
	if (verdict.changedShareCounts > 0) print(`  ${verdict.changedShareCounts} market caps use share counts that have changed since`);
	if (verdict.identical) {
		print(
			verdict.recomputed
				? 'identical: every column, the content hash and its place in the chain'
				: 'identical: the stored rows have the recorded hash',
		);
		return 0;
	}
	for (const fault of verdict.faults) print(`CHANGED: ${fault}`);
	print(`DIFFERENT: ${verdict.differences.length} cells`);
	const symbols = await loadSymbols(parts, record);
	for (const { tickerId, cell, stored, recomputed } of verdict.differences.slice(0, MAX_DIFFERENCES))
		print(`  ${symbols.get(tickerId) ?? ''} (${tickerId})  ${cell}: stored ${stored}, recomputed ${recomputed}`);
	if (verdict.differences.length > MAX_DIFFERENCES) print(`  ... and ${verdict.differences.length - MAX_DIFFERENCES} more`);
	const describeHash = (hash: string): string => (hash === record.contentHash ? 'as recorded' : hash);
	print(`  hash of the stored rows: ${describeHash(verdict.storedHash)}`);
	print(`  hash of the recomputed rows: ${describeHash(verdict.recomputedHash)}`);
	return 1;
}

async function loadSymbols({ provider }: ReportCommandParts, record: ReportRecord): Promise<Map<number, string>> {
	return new Map((await provider.universe(record.time)).map(({ id, symbol }) => [id, symbol]));
}

async function verifyChain(
	{ stores, roots = null }: ReportCommandParts,
	{ accept, earlier: earlierProof }: ReportRequest,
	print: PrintLine,
): Promise<number> {
	const startedAt = performance.now();
	const verdict = await checkChain(stores, createTenthsPrinter(print, 'report chain'));
	const differences = await createStoredCheck(stores).checkAll(createTenthsPrinter(print, 'stored market data'));
	const seals = await findSealFaults(stores.records.db);
	await stores.seals.catchUp();
	const sealFault = stores.seals.getFault();
	const derived = await checkDerived(stores, { onProgress: createTenthsPrinter(print, 'data derived from reports') });
	const earlierAnchors = earlierProof === undefined ? [] : await readAnchors(earlierProof);
	const anchors = await checkAnchors(stores, { roots, wallNow: Date.now(), earlier: earlierAnchors });
	for (const line of [
		...formatChainLines(verdict),
		...formatStoredLines(differences),
		...formatDerivedLines(derived),
		...formatSealLines(seals, sealFault),
		...formatAnchorLines(anchors),
	])
		print(line);
	print(`  in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
	if (accept) {
		await stores.chain.accept();
		await stores.seals.accept();
		print('The newest report and record seal were accepted as they are now.');
	}
	return verdict.faults.length + differences.length + derived.length + seals.length + anchors.faults.length === 0 && sealFault === undefined
		? 0
		: 1;
}

/** Prints progress in steps of ten percent. */
function createTenthsPrinter(print: PrintLine, label: string): (fraction: number) => void {
	let printedTenths = 0;
	return (fraction) => {
		const tenths = Math.floor(fraction * 10);
		if (tenths <= printedTenths || tenths >= 10) return;
		printedTenths = tenths;
		print(`  ${label}: ${10 * tenths} %`);
	};
}

/** Default number of sessions whose levels are counted. */
const RING_SESSIONS = 60;

async function printRingTable({ stores, calendar }: ReportCommandParts, { span, algo }: ReportRequest, print: PrintLine): Promise<number> {
	const { db } = stores.records;
	const newest = await latestReport(db, algo, span?.to);
	const last = newest && calendar.lastOpened(newest.time - 1);
	if (!newest || !last) {
		print('Report not found.');
		return 1;
	}
	const first = calendar.sessionByOrdinal(Math.max(0, last.ordinal - RING_SESSIONS + 1)) ?? last;
	const from = span && span.from !== span.to ? span.from : first.open;
	const versions = await countedVersions(db, from, newest.time, algo);
	const builds = versions.map(({ time, buildId }) => ({ time: time / SECOND, build: buildId }));
	const counts = await queryRingCounts(stores.series, builds, algo);
	print(
		`Share of eligible tickers at or above each level, in percent; reports from ${isoSeconds(from)} to ${isoSeconds(newest.time)}, ${algo}`,
	);
	for (const line of formatRingTable(counts)) print(line);
	return 0;
}

async function printList(parts: ReportCommandParts, { list }: ReportRequest, record: ReportRecord, print: PrintLine): Promise<number> {
	const { series, records } = parts.stores;
	const table = await queryReportRows(series, record.time, record.algo, record.buildId);
	const parameters = (await parameterSet(records.db, record.parametersVersion)) as ParameterSet;
	const symbols = await loadSymbols(parts, record);
	for (const line of formatList(table, (id) => symbols.get(id) ?? String(id), list, parameters)) print(line);
	return 0;
}

async function exportTable(
	parts: ReportCommandParts,
	{ format, out, cells }: ReportRequest,
	records: readonly ReportRecord[],
	print: PrintLine,
): Promise<number> {
	const [first, last] = [records[0] as ReportRecord, records.at(-1) as ReportRecord];
	const formatFileTime = (time: number): string => isoSeconds(time).replaceAll(':', '');
	const span = first === last || cells ? formatFileTime(first.time) : `${formatFileTime(first.time)}-${formatFileTime(last.time)}`;
	const file = out ?? join(parts.exportFolder, `reports-${span}${cells ? '-cells' : ''}.${format}`);
	const startedAt = performance.now();
	const dictionary = await writeExport(parts, {
		records,
		symbols: await loadSymbols(parts, last),
		file,
		format,
		cells,
		onProgress: createTenthsPrinter(print, 'written'),
	});
	const count = cells ? 1 : records.length;
	print(`${count} report${count === 1 ? '' : 's'} written to ${file} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
	print(`Data dictionary and hashes: ${dictionary}`);
	return 0;
}

async function exportProof(
	parts: ReportCommandParts,
	{ out, span, algo }: ReportRequest,
	records: readonly ReportRecord[],
	print: PrintLine,
): Promise<number> {
	const [first, last] = [records[0] as ReportRecord, records.at(-1) as ReportRecord];
	const formatFileTime = (time: number): string => isoSeconds(time).replaceAll(':', '');
	const file =
		out ??
		join(parts.exportFolder, `${algo}-${formatFileTime(first.time)}${span && first !== last ? `-${formatFileTime(last.time)}` : ''}.proof`);
	const symbols = await loadSymbols(parts, last);
	await writeProof(
		file,
		generateProofLines(parts.stores, { records, symbols, createdAt: utcMs(Date.now()), onProgress: createTenthsPrinter(print, 'written') }),
	);
	print(`Proof of ${records.length} ${records.length === 1 ? 'report' : 'reports'} written to ${file}`);
	print("Check it with verify.py, which doesn't need Signalwheel; docs/proof-format.md describes the file.");
	return 0;
}
