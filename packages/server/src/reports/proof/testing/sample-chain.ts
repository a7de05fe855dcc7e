/** A chain of invented reports without stores, and its proofs, for tests of both verifiers. */
import { createHash } from 'node:crypto';
import { canonicalParameters, contentBytes, linkText } from '@sw/domain/reports/content-hash';
import { createReportTable } from '@sw/domain/signals/report-table';
import { MINUTE, type ReportTime, type UtcMs, utcMs } from '@sw/domain/time/units';
import { formatHead } from '../../anchors/head-text.ts';
import { type Attestation, collectAttestations, encodeOtsFile, parseTimestamp } from '../../anchors/open-timestamps.ts';
import type { WrittenLine } from '../proof-file.ts';

export type WrittenAnchor = Extract<WrittenLine, { kind: 'anchor' }>;
export interface SampleReport {
	/** By the wall clock. */
	publishedAt: UtcMs;
	price: number;
	origin: 'live' | 'reconstructed';
}
export interface Sample {
	readonly lines: readonly WrittenLine[];
	readonly links: readonly string[];
}

const PARAMETERS = { rings: [1, 2, 3, 4, 5] };
export const HEADER_LINE: WrittenLine = { kind: 'proof', format: 1, product: '0.0.0', made: '2026-11-29T00:00:00Z' };

/** Creates `count` live reports, one per quarter-hour. */
export function createSampleReports(count: number, firstPublishedAt: number): SampleReport[] {
	return Array.from({ length: count }, (_, at) => ({
		publishedAt: utcMs(firstPublishedAt + at * 15 * MINUTE),
		price: 10_000 + at,
		origin: 'live' as const,
	}));
}

/** Chains the reports and returns the lines of a proof of all of them. `anchors`: lines to insert after the report at a position (from 1), given its link. */
export function createSampleProof(
	reports: readonly SampleReport[],
	anchors: Readonly<Record<number, (link: string) => readonly WrittenLine[]>> = {},
	rowCount = 3,
): Sample {
	const lines: WrittenLine[] = [HEADER_LINE, { kind: 'parameters', text: canonicalParameters(PARAMETERS) }];
	const links: string[] = [];
	let previousHash = '0'.repeat(64);
	for (const [at, { publishedAt, price, origin }] of reports.entries()) {
		const table = createReportTable((publishedAt - MINUTE) as ReportTime, 'reverse', rowCount);
		for (let row = 0; row < rowCount; row++) {
			table.tickerId[row] = row + 1;
			table.price[row] = price;
		}
		if (at > 0) {
			// An 8-K with results five minutes before, and a ticker without any filing.
			table.information.set([0b1010, 0b0101]);
			table.filingForm[0] = 1;
			table.filingItems[0] = 1 << 6;
			table.filingAccepted[0] = Math.floor((publishedAt - 6 * MINUTE) / 1_000);
		}
		const content = contentBytes(table, {
			// The first report has the format from before public information was part of reports.
			format: at === 0 ? 2 : 3,
			engineVersion: '1.0.0',
			parameters: sha256(canonicalParameters(PARAMETERS)),
			inputHash: '',
		});
		const chainSeq = at + 1;
		const isLive = origin === 'live';
		const text = linkText({
			previousHash,
			contentHash: sha256(content),
			chainSeq,
			version: 1,
			cutoff: publishedAt,
			publishedAt,
			dueWall: isLive ? utcMs(publishedAt - MINUTE) : null,
			publishedWall: isLive ? publishedAt : null,
			reconstructed: !isLive,
			inputFrom: null,
		});
		previousHash = sha256(text);
		links.push(previousHash);
		lines.push({ kind: 'link', seq: chainSeq, format: 2, text, content: Buffer.from(content).toString('base64') });
		lines.push(...(anchors[chainSeq]?.(previousHash) ?? []));
	}
	lines.push({ kind: 'tickers', symbols: { 1: 'AA', 2: 'BB' } });
	return { lines, links };
}

function sha256(bytes: string | Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}

/** Formats the head of a chain of reports without seals. */
export function formatSampleHead(reports: number, link: string, readAt: number): string {
	return formatHead({ reports, link, seals: 0, root: '', readAt: utcMs(readAt) });
}

/** Mines a block of a fake, easily mined Bitcoin, and an .ots file that proves that the block contains the digest. */
export function createSampleBlock(digest: Buffer, height: number, time: number): { ots: Buffer; header: Buffer; hash: string } {
	const uri = Buffer.from('https://calendar.example.test');
	const promise = Buffer.concat([Buffer.from('0083dfe30d2ef90c8e', 'hex'), Buffer.of(uri.length + 1, uri.length), uri]);
	const block = Buffer.concat([Buffer.from('000588960d73d71901', 'hex'), encodeHeight(height)]);
	// append 'abc', SHA-256; then a fork with a promise: prepend 'x', SHA-256, SHA-256, and the block.
	const tree = Buffer.concat([Buffer.from('f00361626308ff', 'hex'), promise, Buffer.from('f101780808', 'hex'), block]);
	const timestamp = parseTimestamp(tree, digest);
	const { message } = collectAttestations(timestamp).find(({ kind }) => kind === 'bitcoin') as Attestation;
	const header = mineHeader(message, time);
	return { ots: encodeOtsFile(timestamp), header, hash: hashBlock(header) };
}

export function hashBlock(header: Buffer): string {
	return createHash('sha256').update(createHash('sha256').update(header).digest()).digest().reverse().toString('hex');
}

function encodeHeight(height: number): Buffer {
	const bytes: number[] = [];
	for (let remainder = height; ; remainder = Math.floor(remainder / 128)) {
		bytes.push(remainder < 128 ? remainder : (remainder % 128) + 128);
		if (remainder < 128) return Buffer.of(bytes.length, ...bytes);
	}
}

export function mineHeader(root: Buffer, time: number): Buffer {
	const header = Buffer.alloc(80, 1);
	root.copy(header, 36);
	header.writeUInt32LE(Math.floor(time / 1000), 68);
	// A target that half of all hashes are below.
	header.writeUInt32LE(0x207fffff, 72);
	for (let nonce = 0; ; nonce++) {
		header.writeUInt32LE(nonce, 76);
		if (hashBlock(header) < `7fffff${'0'.repeat(58)}`) return header;
	}
}
