import type { X509Certificate } from 'node:crypto';
import { describeReport } from '@sw/domain/reports/chain';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { sealLinks, storedAnchors } from '@sw/store/postgres/records/anchors';
import { createStoredChain } from '@sw/store/postgres/records/reports/report-chain';
import { checkAnchorProofs, findClaimContradictions, MAX_PROOF_DELAY_MS, type ProofInput, type ProvenHead } from './anchor-times.ts';
import { computeTreeRoot } from './seal-tree.ts';
import { ProofError } from './time-stamp.ts';

export interface AnchorCheck {
	/** Root certificates; null: none are given, and tokens are accepted unchecked. */
	readonly roots: readonly X509Certificate[] | null;
	/** Since when each session must be anchored, by the wall clock; undefined: anchors are off. */
	readonly stampedSince?: UtcMs | undefined;
	readonly wallNow: number;
	/** Anchors from an earlier proof file. */
	readonly earlier?: readonly { text: string; proofs: readonly ProofInput[] }[];
}

export interface AnchorVerdict {
	anchors: number;
	/** Empty if every anchor matches the stored chains, and every live report has an anchor that matches the report's time. */
	faults: string[];
}

/** Verifies the stored anchors and the anchors in `check`, and compares the stored chains with both. */
export async function checkAnchors({ records: { db } }: Pick<Stores, 'records'>, check: AnchorCheck): Promise<AnchorVerdict> {
	const anchors = [...(await storedAnchors(db)), ...(check.earlier ?? [])];
	if (anchors.length === 0 && check.stampedSince === undefined) return { anchors: 0, faults: [] };
	const records = await createStoredChain(db).readRecords();
	const linkBySeq = new Map(records.map(({ chainSeq, link }) => [chainSeq, link]));
	const seals = await sealLinks(db);
	const faults: string[] = [];
	const heads: ProvenHead[] = [];
	for (const anchor of anchors) {
		try {
			const {
				head,
				proven,
				faults: anchorFaults,
			} = checkAnchorProofs(anchor, {
				roots: check.roots,
				acceptsTokens: true,
				// The stored header's proof of work has been verified.
				findHeader: (_, statedHeader) => statedHeader ?? undefined,
			});
			faults.push(...anchorFaults);
			const fault = findHeadFault(head, linkBySeq, seals);
			if (fault) faults.push(fault);
			else heads.push(...proven);
		} catch (error) {
			if (!(error instanceof ProofError)) throw error;
			faults.push(error.message);
		}
	}
	return { anchors: anchors.length, faults: [...faults, ...findTimeFaults(records, heads, check)] };
}

function findHeadFault(
	{ reports, link, seals: sealCount, root }: { reports: number; link: string; seals: number; root: string },
	linkBySeq: ReadonlyMap<number, string>,
	seals: readonly string[],
): string | undefined {
	const actual = reports === 0 ? link : linkBySeq.get(reports);
	if (actual === undefined) return `witnesses stamped ${reports} reports, but the chain is shorter`;
	if (actual !== link) return `report ${reports} of the chain isn't the one that witnesses stamped`;
	if (sealCount > seals.length) return `witnesses stamped ${sealCount} record seals, but there are only ${seals.length}`;
	return computeTreeRoot(seals.slice(0, sealCount)) === root
		? undefined
		: `the first ${sealCount} record seals aren't the ones that witnesses stamped`;
}

/** Finds times that anchors contradict or don't prove. Reports before the first head, or before anchors were switched on, need no proof. */
function findTimeFaults(records: readonly ReportRecord[], heads: readonly ProvenHead[], { stampedSince, wallNow }: AnchorCheck): string[] {
	const claims = records.flatMap((record) => {
		const { chainSeq: seq, publishedWall: publishedAt, reconstructed } = record;
		return reconstructed || publishedAt === null ? [] : [{ seq, name: describeReport(record), publishedAt }];
	});
	const first = Math.min(...heads.map(({ reports }) => reports));
	const coveredClaims = claims.filter(({ seq, publishedAt }) => seq > first || (stampedSince !== undefined && publishedAt >= stampedSince));
	const last = heads.reduce((highest, { reports }) => Math.max(highest, reports), 0);
	const unstampedClaim = coveredClaims.find(
		({ seq, publishedAt }) =>
			stampedSince !== undefined && publishedAt >= stampedSince && seq > last && wallNow - publishedAt > MAX_PROOF_DELAY_MS,
	);
	const faults = findClaimContradictions(coveredClaims, heads);
	if (unstampedClaim)
		faults.push(`no witness has stamped a report since ${unstampedClaim.name}, published at ${isoSeconds(unstampedClaim.publishedAt)}`);
	return faults;
}
