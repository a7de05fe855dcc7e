import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isoSeconds } from '@sw/domain/time/format';
import { HOUR } from '@sw/domain/time/units';
import type { ProvenHead } from '../anchors/witness-rules.ts';
import { type ProofLine, readProof } from './proof-file.ts';
import { verifyProof } from './verify-proof.ts';

/** A proof to verify, and what the reader trusts. Paths are absolute. */
export interface ProofOptions {
	path: string;
	/** PEM file of root certificates. */
	roots?: string;
	/** Hashes of Bitcoin blocks in hex, by their height. */
	blocks: Record<number, string>;
	/** An earlier proof. */
	anchors?: string;
	/** Hours. */
	within?: number;
}

const NAMED = 50;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Verifies a proof by what its reader trusts. Exit code 0: proven; 1: refused; 3: nothing is wrong, but a report isn't proven. */
export async function verifyFile({ path, roots, blocks, anchors, within }: ProofOptions, print: (line: string) => void): Promise<number> {
	const trust = {
		roots: roots === undefined ? null : readCertificates(roots),
		header: (height: number, stated: Buffer | null) => (stated && hashOf(stated) === blocks[height] ? stated : undefined),
	};
	const earlier = anchors === undefined ? [] : await anchorsOf(anchors);
	const { links, reports, heads, open, faults } = await verifyProof(readProof(path), {
		trust,
		earlier,
		...(within === undefined ? {} : { within: within * HOUR }),
	});
	print(`${links} links of the chain, ${reports.length} reports, ${heads.length} proven heads`);
	for (const line of open) print(`note: ${line}`);
	for (const fault of faults.slice(0, NAMED)) print(`REFUSED: ${fault}`);
	if (faults.length > 0) return 1;
	for (const { name, first } of reports.slice(0, NAMED)) print(`${name}: ${inWords(first)}`);
	const proven = reports.filter(({ first }) => first).length;
	print(`${proven === reports.length ? 'PROVEN' : 'NOT PROVEN'}: ${proven} of ${reports.length} reports`);
	return proven === reports.length && proven > 0 ? 0 : 3;
}

/** The certificates of a PEM file. Throws a RangeError where there are none. */
export function readCertificates(file: string): X509Certificate[] {
	const found = readFileSync(file, 'utf8').match(CERTIFICATE) ?? [];
	if (found.length === 0) throw new RangeError(`${file} contains no PEM certificates.`);
	return found.map((pem) => new X509Certificate(pem));
}

function inWords(first: ProvenHead | undefined): string {
	return first ? `existed before ${isoSeconds(first.time)}, by ${first.by}` : 'not proven';
}

function hashOf(header: Buffer): string {
	return createHash('sha256').update(createHash('sha256').update(header).digest()).digest().reverse().toString('hex');
}

/** The anchors of an earlier proof. */
export async function anchorsOf(file: string): Promise<Extract<ProofLine, { kind: 'anchor' }>[]> {
	const found = [];
	for await (const line of readProof(file)) if (line.kind === 'anchor') found.push(line);
	return found;
}
