import type { X509Certificate } from 'node:crypto';
import { canonicalParameters, contentBytes, linkText } from '@sw/domain/reports/content-hash';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import type { Db } from '@sw/store/postgres/records';
import { type Anchor, sealLinks, storedAnchors } from '@sw/store/postgres/records/anchors';
import { sealedFilter } from '@sw/store/postgres/records/record-seals';
import { parameterSets } from '@sw/store/postgres/records/reports/parameter-sets';
import { linksBetween } from '@sw/store/postgres/records/reports/report-chain';
import { PRODUCT_VERSION } from '../../config/product-version.ts';
import { collectWitnesses, type ReportWitnesses } from '../anchors/anchor-times.ts';
import { computeTreePath, computeTreeRoot } from '../anchors/seal-tree.ts';
import { hashParameters } from '../content-hash.ts';
import { generateProofText, gzipText, PROOF_FORMAT, type WrittenLine } from './proof-file.ts';

export interface ProofRequest {
	/** The reports to prove, in any order; at least one. */
	records: readonly ReportRecord[];
	/** Listed in the file, but not proven by it. */
	symbols: ReadonlyMap<number, string>;
	/** False: writes only links, for users who may not see the rows; needs format 2 or later. Default: true. */
	withRows?: boolean;
	/** By the wall clock. */
	createdAt: UtcMs;
	onProgress?: (fraction: number) => void;
}

/** Generates the lines that prove reports: rows, anchors, and the links from the anchor before the reports to the anchors after them. */
export async function* generateProofLines(
	{ records, series }: Pick<Stores, 'records' | 'series'>,
	request: ProofRequest,
): AsyncGenerator<WrittenLine> {
	const { db } = records;
	const withRows = request.withRows ?? true;
	const shownSeqs = new Set(request.records.map(({ chainSeq }) => chainSeq));
	const [first, last] = [Math.min(...shownSeqs), Math.max(...shownSeqs)];
	const anchors = await storedAnchors(db);
	const [fromSeq, toSeq] = [findFirstLink(anchors, first), findLastLink(anchors, last)];
	const sets = new Map((await parameterSets(db)).map((set) => [set.version, set.parameters]));
	yield createHeaderLine(request.createdAt);
	for (const version of new Set(request.records.map(({ parametersVersion }) => parametersVersion)))
		yield { kind: 'parameters', text: canonicalParameters(sets.get(version)) };
	const ids = new Set<number>();
	let doneCount = 0;
	for await (const record of linksBetween(db, fromSeq, toSeq)) {
		const isShown = shownSeqs.has(record.chainSeq) && withRows;
		if (isShown || record.format === 1) {
			const table = await queryReportRows(series, record.time, record.algo, record.buildId);
			const bytes = contentBytes(table, toHashContext(record, hashParameters(sets.get(record.parametersVersion))));
			const content = Buffer.from(bytes).toString('base64');
			if (isShown) for (const id of table.tickerId) ids.add(id);
			yield record.format === 1
				? { kind: 'link', seq: record.chainSeq, format: 1, content, shown: isShown }
				: { kind: 'link', seq: record.chainSeq, format: 2, text: linkText(record), content };
		} else yield { kind: 'link', seq: record.chainSeq, format: 2, text: linkText(record) };
		for (const anchor of anchors) if (anchor.chainSeq === record.chainSeq) yield createAnchorLine(anchor);
		if (isShown) request.onProgress?.(++doneCount / shownSeqs.size);
	}
	yield { kind: 'tickers', symbols: Object.fromEntries([...request.symbols].filter(([id]) => ids.has(id))) };
}

/** Builds the first line of a proof. */
export function createHeaderLine(createdAt: UtcMs): WrittenLine {
	return { kind: 'proof', format: PROOF_FORMAT, product: PRODUCT_VERSION, made: isoSeconds(createdAt) };
}

export function createAnchorLine({ text, proofs }: Pick<Anchor, 'text' | 'proofs'>): WrittenLine {
	return {
		kind: 'anchor',
		text,
		proofs: proofs.map(({ source, kind, proof, header }) => {
			const encoded = { source, proof: proof.toString('base64') };
			return kind === 'rfc3161' ? { kind, ...encoded } : { kind, ...encoded, header: header?.toString('hex') ?? null };
		}),
	};
}

function toHashContext(record: ReportRecord, parametersHash: string) {
	const { engineVersion, previousHash, inputHash } = record;
	return record.format === 1
		? ({ format: 1, engineVersion, previousHash, parameters: String(record.parametersVersion) } as const)
		: ({ format: record.format === 2 ? 2 : 3, engineVersion, inputHash: inputHash ?? '', parameters: parametersHash } as const);
}

/** Returns the chain position of the last proven anchor before a report. That anchor shows that the report was published later. */
function findFirstLink(anchors: readonly Anchor[], first: number): number {
	return anchors.findLast((anchor) => anchor.chainSeq < first && anchor.chainSeq > 0 && isProven(anchor))?.chainSeq ?? first;
}

function isProven({ proofs }: Anchor): boolean {
	return proofs.some(({ provenAt }) => provenAt !== null);
}

/** Returns the chain position by which each kind of witness has proven a report; without proofs, the position of the next anchor. */
function findLastLink(anchors: readonly Anchor[], last: number): number {
	const laterAnchors = anchors.filter(({ chainSeq }) => chainSeq >= last);
	const findFirstProvenSeq = (kind: string): number =>
		laterAnchors.find(({ proofs }) => proofs.some((proof) => proof.kind === kind && proof.provenAt !== null))?.chainSeq ?? 0;
	const provenSeq = Math.max(findFirstProvenSeq('rfc3161'), findFirstProvenSeq('opentimestamps'));
	return Math.max(last, provenSeq || (laterAnchors[0]?.chainSeq ?? 0));
}

/** Maximum number of anchors, and of proven anchors, in a filter's proof. The earliest anchors prove the most. */
const MAX_ANCHORS = 3;

/** Builds the file that proves when a filter was saved; undefined if the user has no such filter. The file reveals nothing about other users. */
export async function createFilterProof(db: Db, id: number, userId: string, createdAt: UtcMs): Promise<Buffer | undefined> {
	const sealedRecord = await sealedFilter(db, id, userId);
	if (!sealedRecord) return undefined;
	const anchors = await findEarliestAnchors(db, sealedRecord.seq);
	const links = await sealLinks(db);
	const paths = Object.fromEntries(
		anchors.map(({ seals }) => [String(seals), computeTreePath(links.slice(0, seals), sealedRecord.seq - 1)]),
	);
	const lines: WrittenLine[] = [
		createHeaderLine(createdAt),
		...anchors.map(createAnchorLine),
		{ kind: 'filter', key: String(id), ...sealedRecord, paths },
	];
	return gzipText((await Array.fromAsync(generateProofText(lines))).join(''));
}

/** Finds the witnesses that prove how long a filter has existed in its current form; undefined if the user has no such filter. */
export async function readFilterWitnesses(
	db: Db,
	id: number,
	userId: string,
	roots: readonly X509Certificate[] | null,
): Promise<ReportWitnesses | undefined> {
	const sealedRecord = await sealedFilter(db, id, userId);
	if (!sealedRecord) return undefined;
	const links = await sealLinks(db);
	return collectWitnesses(await findEarliestAnchors(db, sealedRecord.seq), roots, async ({ seals, root }) =>
		seals <= links.length && computeTreeRoot(links.slice(0, seals)) === root
			? undefined
			: `the first ${seals} record seals aren't the ones that witnesses stamped`,
	);
}

async function findEarliestAnchors(db: Db, seq: number): Promise<Anchor[]> {
	const coveringAnchors = (await storedAnchors(db)).filter(({ seals }) => seals >= seq).sort((a, b) => a.madeAt - b.madeAt);
	return [...new Set([...coveringAnchors.filter(isProven).slice(0, MAX_ANCHORS), ...coveringAnchors.slice(0, MAX_ANCHORS)])];
}
