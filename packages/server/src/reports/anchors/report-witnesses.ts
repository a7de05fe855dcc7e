import type { X509Certificate } from 'node:crypto';
import { SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { type Anchor, anchorsFrom } from '@sw/store/postgres/records/anchors';
import { reportOfLink } from '@sw/store/postgres/records/reports/reports';
import { anchorTimes } from './anchor-times.ts';
import type { Head } from './head-text.ts';

/** Who shows that something existed, and when. */
export interface ReportWitness {
	readonly by: string;
	/** In whole seconds, rounded up. */
	readonly before: UtcMs;
}

export interface ReportWitnesses {
	/** The earliest of each witness. */
	readonly witnesses: readonly ReportWitness[];
	/** Why an anchor is refused. */
	readonly faults: readonly string[];
}

/** Anchors after a report that are read: the first ones may still wait for their block. */
const READ = 12;

/** What outside witnesses say about a report at a place of the chain. Without `roots`, tokens are taken at their word. */
export async function witnessesOfReport(db: Db, chainSeq: number, roots: readonly X509Certificate[] | null): Promise<ReportWitnesses> {
	return witnessesOf(await anchorsFrom(db, chainSeq, READ), roots, async ({ reports, link }) =>
		(await reportOfLink(db, reports))?.link === link ? undefined : `report ${reports} of the chain isn't the one that witnesses stamped`,
	);
}

/** What anchors say about something that they cover. `faultOf`: why a head is not of the stored chains. */
export async function witnessesOf(
	anchors: readonly Anchor[],
	roots: readonly X509Certificate[] | null,
	faultOf: (head: Head) => Promise<string | undefined>,
): Promise<ReportWitnesses> {
	const first = new Map<string, ReportWitness>();
	const faults: string[] = [];
	for (const anchor of anchors) {
		const { head, proven, faults: wrong } = anchorTimes(anchor, { roots, takesTokens: true, header: (_, stated) => stated ?? undefined });
		faults.push(...wrong);
		const fault = await faultOf(head);
		if (fault !== undefined) faults.push(fault);
		else
			for (const { by, kind, time } of proven) {
				const witness = kind === 'rfc3161' ? by : kind;
				first.set(witness, earlier({ by, before: utcMs(Math.ceil(time / SECOND) * SECOND) }, first.get(witness)));
			}
	}
	return { witnesses: [...first.values()].sort((one, other) => one.before - other.before), faults };
}

function earlier(one: ReportWitness, other: ReportWitness | undefined): ReportWitness {
	return other && other.before <= one.before ? other : one;
}
