/** What the proofs of one anchor prove. */
import type { X509Certificate } from 'node:crypto';
import { isoSeconds } from '@sw/domain/time/format';
import type { AnchorProof } from '@sw/store/postgres/records/anchors';
import { type Head, headDigest, parseHead } from './head-text.ts';
import { attestationsOf, blockTime, parseOts } from './open-timestamps.ts';
import { ProofFault, verifyTimeStamp } from './time-stamp.ts';
import type { ProvenHead } from './witness-rules.ts';

export interface Trust {
	/** Root certificates of time-stamping authorities; null: none are given, and tokens prove nothing. */
	readonly roots: readonly X509Certificate[] | null;
	/** Without roots, tokens are taken at their word: for the server's own anchors. Default: false. */
	readonly takesTokens?: boolean;
	/** The header of a Bitcoin block that is trusted; undefined where it isn't known. */
	header(height: number, stated: Buffer | null): Buffer | undefined;
}

/** What a witness answered about a head. */
export type WitnessAnswer = AnchorProof;
export type ProofInput = Pick<AnchorProof, 'kind' | 'source' | 'proof'> & Partial<Pick<AnchorProof, 'header'>>;

export interface AnchorTimes {
	readonly head: Head;
	readonly proven: ProvenHead[];
	/** Proofs that show nothing yet, with the reason. */
	readonly open: string[];
	/** Proofs that are wrong. */
	readonly faults: string[];
}

/** Throws a ProofFault where the text is none of an anchor. */
export function anchorTimes({ text, proofs }: { text: string; proofs: readonly ProofInput[] }, trust: Trust): AnchorTimes {
	const head = parseHead(text);
	if (!head) throw new ProofFault('The text of an anchor has an unknown form.');
	const found: AnchorTimes = { head, proven: [], open: [], faults: [] };
	const digest = headDigest(text);
	for (const proof of proofs) {
		const name = `anchor of report ${head.reports} by ${proof.source}`;
		try {
			if (proof.kind === 'rfc3161') takeToken(found, proof, digest, trust, name);
			else takeOts(found, proof, digest, trust, name);
		} catch (error) {
			if (!(error instanceof ProofFault)) throw error;
			found.faults.push(`${name}: ${error.message}`);
		}
	}
	return found;
}

function takeToken({ head, proven, open }: AnchorTimes, { source, proof }: ProofInput, digest: Buffer, trust: Trust, name: string): void {
	const { time, signer } = verifyTimeStamp(proof, digest, trust.roots);
	if (trust.roots === null && !trust.takesTokens)
		open.push(`${name}: says ${isoSeconds(time)}, signed by ${signer}; no root certificates were given`);
	else proven.push({ reports: head.reports, time, kind: 'rfc3161', by: new URL(source).hostname });
}

function takeOts({ head, proven, open }: AnchorTimes, { proof, header }: ProofInput, digest: Buffer, trust: Trust, name: string): void {
	const attestations = attestationsOf(parseOts(proof, digest));
	const blocks = attestations.filter((one) => one.kind === 'bitcoin');
	if (blocks.length === 0) open.push(`${name}: waits for its Bitcoin block`);
	for (const { height, message } of blocks) {
		const trusted = trust.header(height, header ?? null);
		if (trusted)
			proven.push({ reports: head.reports, time: blockTime(trusted, message), kind: 'opentimestamps', by: `Bitcoin block ${height}` });
		else open.push(`${name}: leads to Bitcoin block ${height}, whose header isn't given`);
	}
}
