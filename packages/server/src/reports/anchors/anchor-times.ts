/** Derives the proven times of reports from anchors. */
import type { X509Certificate } from 'node:crypto';
import { isoSeconds } from '@sw/domain/time/format';
import { HOUR, MINUTE, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { type Anchor, type AnchorProof, anchorsFrom } from '@sw/store/postgres/records/anchors';
import { reportOfLink } from '@sw/store/postgres/records/reports/reports';
import { computeHeadDigest, type Head, parseHead } from './head-text.ts';
import { collectAttestations, parseOts, readBlockTime } from './open-timestamps.ts';
import { ProofError, verifyTimeStamp } from './time-stamp.ts';

export interface Trust {
	/** Root certificates of time-stamping authorities; null: none are given, and tokens prove nothing. */
	readonly roots: readonly X509Certificate[] | null;
	/** Accept tokens without roots. Only for the server's own anchors. Default: false. */
	readonly acceptsTokens?: boolean;
	/** Returns the trusted header of a Bitcoin block; undefined if unknown. `statedHeader`: the header in the proof, if any. */
	findHeader(height: number, statedHeader: Buffer | null): Buffer | undefined;
}

/** A witness's answer about a head. */
export type WitnessAnswer = AnchorProof;
export type ProofInput = Pick<AnchorProof, 'kind' | 'source' | 'proof'> & Partial<Pick<AnchorProof, 'header'>>;

export interface AnchorTimes {
	readonly head: Head;
	readonly proven: ProvenHead[];
	/** Reasons why some proofs prove nothing yet. */
	readonly unproven: string[];
	/** Reasons why some proofs are wrong. */
	readonly faults: string[];
}

/** Checks the proofs of an anchor. Throws a ProofError if the anchor's text has an unknown form. */
export function checkAnchorProofs({ text, proofs }: { text: string; proofs: readonly ProofInput[] }, trust: Trust): AnchorTimes {
	const head = parseHead(text);
	if (!head) throw new ProofError('The text of an anchor has an unknown form.');
	const result: AnchorTimes = { head, proven: [], unproven: [], faults: [] };
	const digest = computeHeadDigest(text);
	for (const proof of proofs) {
		const name = `anchor of report ${head.reports} by ${proof.source}`;
		try {
			if (proof.kind === 'rfc3161') addToken(result, proof, digest, trust, name);
			else addOts(result, proof, digest, trust, name);
		} catch (error) {
			if (!(error instanceof ProofError)) throw error;
			result.faults.push(`${name}: ${error.message}`);
		}
	}
	return result;
}

function addToken(
	{ head, proven, unproven }: AnchorTimes,
	{ source, proof }: ProofInput,
	digest: Buffer,
	trust: Trust,
	name: string,
): void {
	const { time, signer } = verifyTimeStamp(proof, digest, trust.roots);
	if (trust.roots === null && !trust.acceptsTokens)
		unproven.push(`${name}: says ${isoSeconds(time)}, signed by ${signer}; no root certificates were given`);
	else proven.push({ reports: head.reports, time, kind: 'rfc3161', by: new URL(source).hostname });
}

function addOts({ head, proven, unproven }: AnchorTimes, { proof, header }: ProofInput, digest: Buffer, trust: Trust, name: string): void {
	const attestations = collectAttestations(parseOts(proof, digest));
	const blocks = attestations.filter((attestation) => attestation.kind === 'bitcoin');
	if (blocks.length === 0) unproven.push(`${name}: waits for its Bitcoin block`);
	for (const { height, message } of blocks) {
		const blockHeader = trust.findHeader(height, header ?? null);
		if (blockHeader)
			proven.push({
				reports: head.reports,
				time: readBlockTime(blockHeader, message),
				kind: 'opentimestamps',
				by: `Bitcoin block ${height}`,
			});
		else unproven.push(`${name}: leads to Bitcoin block ${height}, whose header isn't given`);
	}
}

/** A head of the chain whose existence at a time is proven. */
export interface ProvenHead {
	readonly reports: number;
	readonly time: UtcMs;
	readonly kind: 'rfc3161' | 'opentimestamps';
	/** The witness, in words. */
	readonly by: string;
}

/** A report that claims to have been published live. */
export interface LiveClaim {
	readonly seq: number;
	readonly name: string;
	/** By the wall clock. */
	readonly publishedAt: UtcMs;
}

/** Maximum time from reading a head to its proof. The head lacks reports published in between. */
const PROOF_TOLERANCE_MS = { rfc3161: 10 * MINUTE, opentimestamps: 24 * HOUR } as const;
/** How far the clock can be set back between two reports. */
const MAX_CLOCK_STEP_MS = 10 * MINUTE;
/** Default time within which a report must be proven: covers a holiday and a weekend. */
export const MAX_PROOF_DELAY_MS = 96 * HOUR;

/**
 * Finds contradictions between the times of outside witnesses and the times that live reports claim. Returns sentences.
 * `claims` are in the order of the chain. docs/proof-format.md describes these rules for users.
 */
export function findClaimContradictions(
	claims: readonly LiveClaim[],
	proven: readonly ProvenHead[],
	maxDelayMs = MAX_PROOF_DELAY_MS,
): string[] {
	const heads = [...proven].sort((one, other) => one.reports - other.reports);
	const contradictions: string[] = [];
	let newest: LiveClaim | undefined;
	let strictest: ProvenHead | undefined;
	let at = 0;
	for (const claim of claims) {
		const { seq, name, publishedAt } = claim;
		// Of the heads that lack this report, keeps the one that excludes the longest time.
		for (let head = heads[at]; head && head.reports < seq; head = heads[++at])
			if (!strictest || excludedUntil(head) > excludedUntil(strictest)) strictest = head;
		const sentence = `${name} says it was published at ${isoSeconds(publishedAt)}`;
		const coveringHead = findFirstProof(heads.slice(at), seq);
		if (strictest && publishedAt < excludedUntil(strictest))
			contradictions.push(`${sentence}, but it was not among the reports of ${isoSeconds(strictest.time)} (${strictest.by})`);
		else if (newest && publishedAt + MAX_CLOCK_STEP_MS < newest.publishedAt)
			contradictions.push(`${sentence}, but it follows ${newest.name}, published later`);
		else if (coveringHead && coveringHead.time - publishedAt > maxDelayMs)
			contradictions.push(
				`${sentence}, but it is first proven at ${isoSeconds(coveringHead.time)} (${coveringHead.by}), which is too late`,
			);
		else if (coveringHead && publishedAt - coveringHead.time > MAX_CLOCK_STEP_MS)
			contradictions.push(`${sentence}, but it existed at ${isoSeconds(coveringHead.time)} (${coveringHead.by})`);
		if (!newest || publishedAt > newest.publishedAt) newest = claim;
	}
	return contradictions;
}

/** Returns the time before which no report missing from the head can have been published. */
function excludedUntil({ time, kind }: ProvenHead): number {
	return time - PROOF_TOLERANCE_MS[kind];
}

/** Finds the earliest proven head that covers a report; undefined without any. */
export function findFirstProof(heads: readonly ProvenHead[], seq: number): ProvenHead | undefined {
	return heads
		.filter(({ reports }) => reports >= seq)
		.reduce<ProvenHead | undefined>((earliest, head) => (earliest && earliest.time <= head.time ? earliest : head), undefined);
}

/** A witness, and the time before which the report or filter existed. */
interface ReportWitness {
	readonly by: string;
	/** Rounded up to seconds. */
	readonly before: UtcMs;
}

export interface ReportWitnesses {
	/** The earliest proof of each witness. */
	readonly witnesses: readonly ReportWitness[];
	/** Reasons why anchors were rejected. */
	readonly faults: readonly string[];
}

/** Number of anchors to read after a report: the first ones may still be waiting for their block. */
const MAX_ANCHORS_READ = 12;

/** Reads what outside witnesses prove about the report at a position of the chain. Without `roots`, tokens are accepted unchecked. */
export async function readReportWitnesses(db: Db, chainSeq: number, roots: readonly X509Certificate[] | null): Promise<ReportWitnesses> {
	return collectWitnesses(await anchorsFrom(db, chainSeq, MAX_ANCHORS_READ), roots, async ({ reports, link }) =>
		(await reportOfLink(db, reports))?.link === link ? undefined : `report ${reports} of the chain isn't the one that witnesses stamped`,
	);
}

/** Collects what the anchors of a report or filter prove about it. `findHeadFault` returns why a head doesn't belong to the stored chains. */
export async function collectWitnesses(
	anchors: readonly Anchor[],
	roots: readonly X509Certificate[] | null,
	findHeadFault: (head: Head) => Promise<string | undefined>,
): Promise<ReportWitnesses> {
	const earliestByWitness = new Map<string, ReportWitness>();
	const faults: string[] = [];
	for (const anchor of anchors) {
		const times = readAnchor(anchor, roots);
		if (typeof times === 'string') {
			faults.push(times);
			continue;
		}
		faults.push(...times.faults);
		const fault = await findHeadFault(times.head);
		if (fault !== undefined) faults.push(fault);
		else
			for (const { by, kind, time } of times.proven) {
				const witness = kind === 'rfc3161' ? by : kind;
				earliestByWitness.set(
					witness,
					earlierWitness({ by, before: utcMs(Math.ceil(time / SECOND) * SECOND) }, earliestByWitness.get(witness)),
				);
			}
	}
	return { witnesses: [...earliestByWitness.values()].sort((one, other) => one.before - other.before), faults };
}

/** Returns what a stored anchor proves, or the fault of a damaged anchor. */
function readAnchor(anchor: Anchor, roots: readonly X509Certificate[] | null): AnchorTimes | string {
	try {
		return checkAnchorProofs(anchor, { roots, acceptsTokens: true, findHeader: (_, statedHeader) => statedHeader ?? undefined });
	} catch (error) {
		if (error instanceof ProofError) return error.message;
		throw error;
	}
}

function earlierWitness(a: ReportWitness, b: ReportWitness | undefined): ReportWitness {
	return b && b.before <= a.before ? b : a;
}
