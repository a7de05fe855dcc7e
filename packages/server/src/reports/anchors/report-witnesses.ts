import type { X509Certificate } from 'node:crypto';
import type { UtcMs } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { anchorsFrom } from '@sw/store/postgres/records/anchors';
import { reportOfLink } from '@sw/store/postgres/records/reports/reports';
import { anchorTimes } from './anchor-times.ts';

/** Who shows that a report existed, and when. */
export interface ReportWitness {
	readonly by: string;
	readonly before: UtcMs;
}

export interface ReportWitnesses {
	/** The earliest of each witness. */
	readonly witnesses: readonly ReportWitness[];
	/** Why an anchor of it is refused. */
	readonly faults: readonly string[];
}

/** Anchors after a report that are read: the first ones may still wait for their block. */
const READ = 12;

/** What outside witnesses say about a report at a place of the chain. Without `roots`, tokens are taken at their word. */
export async function witnessesOfReport(db: Db, chainSeq: number, roots: readonly X509Certificate[] | null): Promise<ReportWitnesses> {
	const first = new Map<string, ReportWitness>();
	const faults: string[] = [];
	for (const anchor of await anchorsFrom(db, chainSeq, READ)) {
		const { head, proven, faults: wrong } = anchorTimes(anchor, { roots, takesTokens: true, header: (_, stated) => stated ?? undefined });
		faults.push(...wrong);
		if ((await reportOfLink(db, head.reports))?.link !== head.link)
			faults.push(`report ${head.reports} of the chain isn't the one that witnesses stamped`);
		else
			for (const { by, kind, time } of proven)
				first.set(kind === 'rfc3161' ? by : kind, earlier({ by, before: time }, first.get(kind === 'rfc3161' ? by : kind)));
	}
	return { witnesses: [...first.values()].sort((one, other) => one.before - other.before), faults };
}

function earlier(one: ReportWitness, other: ReportWitness | undefined): ReportWitness {
	return other && other.before <= one.before ? other : one;
}
