/** What the times of outside witnesses say about the times that a chain of reports states. docs/proof-format.md has these rules for readers. */
import { isoSeconds } from '@sw/domain/time/format';
import { HOUR, MINUTE, type UtcMs } from '@sw/domain/time/units';

/** A head of the chain whose existence at a time is proven. */
export interface ProvenHead {
	readonly reports: number;
	readonly time: UtcMs;
	readonly kind: 'rfc3161' | 'opentimestamps';
	/** Who proves it, in words. */
	readonly by: string;
}

/** A report that says it was published live. */
export interface LiveClaim {
	readonly seq: number;
	readonly name: string;
	/** Wall clock. */
	readonly publishedAt: UtcMs;
}

/** A block comes hours after the head was read; reports published in between aren't in it. */
const TOLERANCE = { rfc3161: 10 * MINUTE, opentimestamps: 24 * HOUR } as const;
/** How much a clock may be set back between two reports. */
const CLOCK_STEP = 10 * MINUTE;
/** Default for how long after its publication a report must be proven: a holiday and a weekend. */
export const PROVEN_WITHIN = 96 * HOUR;

/** Faults of live reports, in sentences. Claims are in the order of the chain. */
export function claimFaults(claims: readonly LiveClaim[], proven: readonly ProvenHead[], within = PROVEN_WITHIN): string[] {
	const heads = [...proven].sort((one, other) => one.reports - other.reports);
	const found: string[] = [];
	let newest: LiveClaim | undefined;
	let without: ProvenHead | undefined;
	let at = 0;
	for (const claim of claims) {
		const { seq, name, publishedAt } = claim;
		// Of the heads before a report, the latest excludes the most.
		for (let head = heads[at]; head && head.reports < seq; head = heads[++at])
			if (!without || excludedUntil(head) > excludedUntil(without)) without = head;
		const sentence = `${name} says it was published at ${isoSeconds(publishedAt)}`;
		const covering = firstProof(heads.slice(at), seq);
		if (without && publishedAt < excludedUntil(without))
			found.push(`${sentence}, but it was not among the reports of ${isoSeconds(without.time)} (${without.by})`);
		else if (newest && publishedAt + CLOCK_STEP < newest.publishedAt)
			found.push(`${sentence}, but it follows ${newest.name}, published later`);
		else if (covering && covering.time - publishedAt > within)
			found.push(`${sentence}, but it is first proven at ${isoSeconds(covering.time)} (${covering.by}), which is too late`);
		else if (covering && publishedAt - covering.time > CLOCK_STEP)
			found.push(`${sentence}, but it existed at ${isoSeconds(covering.time)} (${covering.by})`);
		if (!newest || publishedAt > newest.publishedAt) newest = claim;
	}
	return found;
}

/** No report that is missing from a head was published before this. */
function excludedUntil({ time, kind }: ProvenHead): number {
	return time - TOLERANCE[kind];
}

/** The earliest proof that covers a report; undefined where none does. */
export function firstProof(heads: readonly ProvenHead[], seq: number): ProvenHead | undefined {
	return heads
		.filter(({ reports }) => reports >= seq)
		.reduce<ProvenHead | undefined>((one, head) => (one && one.time <= head.time ? one : head), undefined);
}
