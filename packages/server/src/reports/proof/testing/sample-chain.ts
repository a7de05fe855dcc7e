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
export const OPENING: WrittenLine = { kind: 'proof', format: 1, product: '0.0.0', made: '2026-11-29T00:00:00Z' };

/** `count` live reports, one per quarter-hour. */
export function sampleReports(count: number, from: number): SampleReport[] {
	return Array.from({ length: count }, (_, at) => ({
		publishedAt: utcMs(from + at * 15 * MINUTE),
		price: 10_000 + at,
		origin: 'live' as const,
	}));
}

/** Chains the reports and returns the lines of a proof of all of them. `anchors`: lines to insert after the report at a position (from 1), given its link. */
export function sampleProof(
	reports: readonly SampleReport[],
	anchors: Readonly<Record<number, (link: string) => readonly WrittenLine[]>> = {},
	rows = 3,
): Sample {
	const lines: WrittenLine[] = [OPENING, { kind: 'parameters', text: canonicalParameters(PARAMETERS) }];
	const links: string[] = [];
	let previousHash = '0'.repeat(64);
	for (const [at, { publishedAt, price, origin }] of reports.entries()) {
		const table = createReportTable((publishedAt - MINUTE) as ReportTime, 'reverse', rows);
		for (let row = 0; row < rows; row++) {
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
			// The first report is as before public information was part of reports.
			format: at === 0 ? 2 : 3,
			engineVersion: '1.0.0',
			parameters: sha256(canonicalParameters(PARAMETERS)),
			inputHash: '',
		});
		const chainSeq = at + 1;
		const live = origin === 'live';
		const text = linkText({
			previousHash,
			contentHash: sha256(content),
			chainSeq,
			version: 1,
			cutoff: publishedAt,
			publishedAt,
			dueWall: live ? utcMs(publishedAt - MINUTE) : null,
			publishedWall: live ? publishedAt : null,
			reconstructed: !live,
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

/** The head of a chain of reports without seals. */
export function headOf(reports: number, link: string, at: number): string {
	return formatHead({ reports, link, seals: 0, root: '', at: utcMs(at) });
}

/** A block of an easily mined fake Bitcoin that contains a digest, by an .ots file. */
export function sampleBlock(digest: Buffer, height: number, time: number): { ots: Buffer; header: Buffer; hash: string } {
	const uri = Buffer.from('https://calendar.example.test');
	const promise = Buffer.concat([Buffer.from('0083dfe30d2ef90c8e', 'hex'), Buffer.of(uri.length + 1, uri.length), uri]);
	const block = Buffer.concat([Buffer.from('000588960d73d71901', 'hex'), varint(height)]);
	// append 'abc', SHA-256; then a fork with a promise: prepend 'x', SHA-256, SHA-256, and the block.
	const tree = Buffer.concat([Buffer.from('f00361626308ff', 'hex'), promise, Buffer.from('f101780808', 'hex'), block]);
	const timestamp = parseTimestamp(tree, digest);
	const { message } = collectAttestations(timestamp).find(({ kind }) => kind === 'bitcoin') as Attestation;
	const header = minedHeader(message, time);
	return { ots: encodeOtsFile(timestamp), header, hash: hashOfBlock(header) };
}

export function hashOfBlock(header: Buffer): string {
	return createHash('sha256').update(createHash('sha256').update(header).digest()).digest().reverse().toString('hex');
}

function varint(height: number): Buffer {
	const bytes: number[] = [];
	for (let rest = height; ; rest = Math.floor(rest / 128)) {
		bytes.push(rest < 128 ? rest : (rest % 128) + 128);
		if (rest < 128) return Buffer.of(bytes.length, ...bytes);
	}
}

export function minedHeader(root: Buffer, time: number): Buffer {
	const header = Buffer.alloc(80, 1);
	root.copy(header, 36);
	header.writeUInt32LE(Math.floor(time / 1000), 68);
	// A target that every second hash is below.
	header.writeUInt32LE(0x207fffff, 72);
	for (let nonce = 0; ; nonce++) {
		header.writeUInt32LE(nonce, 76);
		if (hashOfBlock(header) < `7fffff${'0'.repeat(58)}`) return header;
	}
}
