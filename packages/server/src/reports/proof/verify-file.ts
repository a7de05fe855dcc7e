import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isoSeconds } from '@sw/domain/time/format';
import { HOUR, type UtcMs } from '@sw/domain/time/units';
import {
	checkAnchorProofs,
	findClaimContradictions,
	findFirstProof,
	type LiveClaim,
	type ProvenHead,
	type Trust,
} from '../anchors/anchor-times.ts';
import { computeRootFromPath } from '../anchors/seal-tree.ts';
import { ProofError } from '../anchors/time-stamp.ts';
import { type ProofLine, readProof } from './proof-file.ts';

/** A proof to verify, and what the verifier trusts. Paths are absolute. */
export interface ProofOptions {
	path: string;
	/** PEM file of trusted root certificates. */
	roots?: string;
	/** Trusted hashes of Bitcoin blocks in hex, by height. */
	blocks: Record<number, string>;
	/** Path of an earlier proof whose anchors are used as well. */
	anchors?: string;
	/** Hours within which a report must be proven. Default: 96. */
	within?: number;
}

const MAX_LISTED = 50;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Verifies a proof file and prints the result. Exit codes: 0: proven; 1: refused; 3: nothing is wrong, but not every report is proven. */
export async function verifyFile(
	{ path, roots: rootsFile, blocks, anchors: earlierProofPath, within: maxDelayHours }: ProofOptions,
	print: (line: string) => void,
): Promise<number> {
	const trust = {
		roots: rootsFile === undefined ? null : readCertificates(rootsFile),
		findHeader: (height: number, statedHeader: Buffer | null) =>
			statedHeader && hashBlock(statedHeader) === blocks[height] ? statedHeader : undefined,
	};
	const earlierAnchors = earlierProofPath === undefined ? [] : await readAnchors(earlierProofPath);
	const { links, reports, heads, unproven, faults } = await verifyProof(readProof(path), {
		trust,
		earlierAnchors,
		...(maxDelayHours === undefined ? {} : { maxDelayMs: maxDelayHours * HOUR }),
	});
	print(`${links} links of the chain, ${reports.length} reports, ${heads.length} proven heads`);
	for (const line of unproven) print(`note: ${line}`);
	for (const fault of faults.slice(0, MAX_LISTED)) print(`REFUSED: ${fault}`);
	if (faults.length > 0) return 1;
	for (const { name, firstProof } of reports.slice(0, MAX_LISTED)) print(`${name}: ${describeProof(firstProof)}`);
	const proven = reports.filter(({ firstProof }) => firstProof).length;
	print(`${proven === reports.length ? 'PROVEN' : 'NOT PROVEN'}: ${proven} of ${reports.length} reports`);
	return proven === reports.length && proven > 0 ? 0 : 3;
}

/** Reads the certificates of a PEM file. Throws a RangeError if there are none. */
export function readCertificates(file: string): X509Certificate[] {
	const certificates = readFileSync(file, 'utf8').match(CERTIFICATE) ?? [];
	if (certificates.length === 0) throw new RangeError(`${file} contains no PEM certificates.`);
	return certificates.map((pem) => new X509Certificate(pem));
}

function describeProof(firstProof: ProvenHead | undefined): string {
	return firstProof ? `existed before ${isoSeconds(firstProof.time)}, by ${firstProof.by}` : 'not proven';
}

function hashBlock(header: Buffer): string {
	return createHash('sha256').update(createHash('sha256').update(header).digest()).digest().reverse().toString('hex');
}

/** Reads the anchors of a proof file. */
export async function readAnchors(file: string): Promise<Extract<ProofLine, { kind: 'anchor' }>[]> {
	const anchors = [];
	for await (const line of readProof(file)) if (line.kind === 'anchor') anchors.push(line);
	return anchors;
}

interface ProofVerdict {
	/** Reports with rows in the proof, or all reports if the proof has no rows; each with its earliest proof. */
	readonly reports: readonly { readonly seq: number; readonly name: string; readonly firstProof: ProvenHead | undefined }[];
	/** Saved filters in the proof. */
	readonly filters: readonly { readonly key: string; readonly firstProof: ProvenHead | undefined }[];
	readonly links: number;
	readonly heads: readonly ProvenHead[];
	/** Reasons why something isn't proven, although nothing is wrong. */
	readonly unproven: readonly string[];
	/** Reasons why the proof is refused; empty if it is consistent. */
	readonly faults: readonly string[];
}

type Line<K extends ProofLine['kind']> = Extract<ProofLine, { kind: K }>;

const GENESIS_LINK = '0'.repeat(64);

/** Verifies a proof without any store. `verify.py` does the same independently of this code. */
export async function verifyProof(
	lines: AsyncIterable<ProofLine> | Iterable<ProofLine>,
	{ trust, maxDelayMs, earlierAnchors = [] }: { trust: Trust; maxDelayMs?: number; earlierAnchors?: readonly Line<'anchor'>[] },
): Promise<ProofVerdict> {
	const faults: string[] = [];
	const unproven: string[] = [];
	const heads: (ProvenHead & { seals: number; root: string })[] = [];
	const links = new Map<number, string>();
	const parameterHashes = new Set<string>();
	const reportsWithRows: { seq: number; name: string }[] = [];
	const reportsWithoutRows: { seq: number; name: string }[] = [];
	const claims: LiveClaim[] = [];
	const filters: Line<'filter'>[] = [];
	const anchors: Line<'anchor'>[] = [...earlierAnchors];
	let previous: { seq: number; link: string } | undefined;
	let count = 0;
	let statedLineCount: number | undefined;
	for await (const line of lines) {
		if (statedLineCount !== undefined) faults.push('the file has lines after its end');
		if (line.kind === 'end') statedLineCount = line.lines;
		else count++;
		if (line.kind === 'parameters') parameterHashes.add(sha256(line.text));
		if (line.kind === 'anchor') anchors.push(line);
		if (line.kind === 'filter') filters.push(line);
		if (line.kind !== 'link') continue;
		const parsed = line.format === 1 ? parseFormat1(line) : parseFormat2(line, parameterHashes);
		faults.push(...parsed.faults);
		const expected = previous ? previous.link : line.seq === 1 ? GENESIS_LINK : undefined;
		if ((previous && line.seq !== previous.seq + 1) || (expected !== undefined && parsed.previousLink !== expected))
			faults.push(`report ${line.seq} of the chain doesn't follow from the one before it`);
		previous = { seq: line.seq, link: parsed.link };
		links.set(line.seq, parsed.link);
		(parsed.isShown ? reportsWithRows : reportsWithoutRows).push({ seq: line.seq, name: parsed.name });
		if (parsed.publishedAt !== undefined) claims.push({ seq: line.seq, name: parsed.name, publishedAt: parsed.publishedAt });
	}
	if (statedLineCount !== count) faults.push('the file is cut off');
	const last = previous?.seq ?? 0;
	const first = links.keys().next().value ?? Number.POSITIVE_INFINITY;
	for (const anchor of anchors) {
		try {
			const times = checkAnchorProofs(anchor, trust);
			const { reports, link, seals, root } = times.head;
			faults.push(...times.faults);
			const knownLink = links.get(reports);
			if (reports >= first && reports <= last && knownLink !== link) {
				faults.push(`an anchor of report ${reports} is for another chain`);
				continue;
			}
			unproven.push(...times.unproven);
			// An anchor before the first link shows which reports weren't published yet. An anchor after the last link can't be compared with any.
			if (knownLink === link || reports < first) heads.push(...times.proven.map((head) => ({ ...head, seals, root })));
		} catch (error) {
			if (!(error instanceof ProofError)) throw error;
			faults.push(error.message);
		}
	}
	faults.push(...findClaimContradictions(claims, heads, maxDelayMs));
	return {
		// A proof without rows proves the links themselves.
		reports: (reportsWithRows.length > 0 ? reportsWithRows : reportsWithoutRows).map(({ seq, name }) => ({
			seq,
			name,
			firstProof: findFirstProof(heads, seq),
		})),
		filters: filters.map((filter) => ({ key: filter.key, firstProof: verifyFilter(filter, heads, faults) })),
		links: links.size,
		heads,
		unproven,
		faults,
	};
}

function sha256(bytes: string | Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}

interface ParsedLink {
	previousLink: string;
	link: string;
	name: string;
	isShown: boolean;
	/** Publication time; present only if the report claims to have been published live. */
	publishedAt?: UtcMs;
	faults: string[];
}

function parseFormat1({ content, seq, shown }: Extract<Line<'link'>, { format: 1 }>): ParsedLink {
	const [engine = '', , algo = '', time = '', previousLink = ''] = readHeaderLines(content);
	const faults = engine === '' ? [`the content of report ${seq} can't be read`] : [];
	return { previousLink, link: sha256(content), name: `report ${formatIso(time)} ${algo}`, isShown: shown, faults };
}

function parseFormat2({ text, content, seq }: Extract<Line<'link'>, { format: 2 }>, parameterHashes: ReadonlySet<string>): ParsedLink {
	const [previousLink = '', contentHash = '', position, version, , publishedAt, origin, , , publishedWall] = text.split('\n');
	const faults: string[] = [];
	if (Number(position) !== seq) faults.push(`report ${seq} isn't where it says it is in the chain`);
	let name = `report ${seq} of the chain`;
	if (content) {
		if (sha256(content) !== contentHash) faults.push(`the content of report ${seq} isn't the one that was published`);
		const [format, , parametersHash = '', algo = '', time = ''] = readHeaderLines(content);
		if (format !== '2' && format !== '3') faults.push(`the content of report ${seq} can't be read`);
		if (!parameterHashes.has(parametersHash)) faults.push(`the parameters of report ${seq} are missing or were changed`);
		name = `report ${formatIso(time)} ${algo}, version ${version}`;
	}
	const claimed = origin === 'live' ? { publishedAt: Number(publishedWall ?? publishedAt) as UtcMs } : {};
	return { previousLink, link: sha256(text), name, isShown: content !== undefined, ...claimed, faults };
}

/** Returns the header lines before the rows in a report's canonical bytes. */
function readHeaderLines(content: Buffer): string[] {
	const length = content.length >= 4 ? content.readUInt32LE(0) : 0;
	return content
		.subarray(4, 4 + length)
		.toString('utf8')
		.split('\n');
}

function formatIso(time: string): string {
	const ms = Number(time);
	return Number.isFinite(ms) && Math.abs(ms) < 8e15 ? isoSeconds(ms) : 'n/a';
}

function verifyFilter(
	{ key, seq, before, text, paths }: Line<'filter'>,
	heads: readonly (ProvenHead & { seals: number; root: string })[],
	faults: string[],
): ProvenHead | undefined {
	const link = sha256([before, 'filter', key, sha256(text)].join(' '));
	const matchingHeads = heads.filter(
		({ seals, root }) => seals >= seq && computeRootFromPath(link, seq - 1, seals, paths[seals] ?? []) === root,
	);
	const isWrong = heads.some(({ seals }) => seals >= seq && paths[seals] !== undefined) && matchingHeads.length === 0;
	if (isWrong) faults.push(`filter ${key} isn't the one that was saved`);
	return findFirstProof(
		matchingHeads.map((head) => ({ ...head, reports: Number.MAX_SAFE_INTEGER })),
		0,
	);
}
