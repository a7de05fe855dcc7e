import { GENESIS_LINK } from '@sw/domain/reports/chain';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { computeLink } from '../../../chain/chain-hashes.ts';
import type { StoredChain } from '../../../chain/chain-note.ts';
import { and, asc, desc, eq, gt, lte } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { reports } from '../../schema/reports.ts';

const LINKS_PER_READ = 5_000;

/** Reads all versions of all reports ever published, in the order of the chain. */
export function reportChain(db: Db): AsyncGenerator<ReportRecord> {
	return linksBetween(db, 1, Number.MAX_SAFE_INTEGER);
}

/** Reads the reports at positions `from` to `to` of the chain, both inclusive, in its order. */
export async function* linksBetween(db: Db, from: number, to: number): AsyncGenerator<ReportRecord> {
	for (let lastSeq = from - 1; ; ) {
		const isInRange = and(gt(reports.chainSeq, lastSeq), lte(reports.chainSeq, to));
		const links = await db.select().from(reports).where(isInRange).orderBy(asc(reports.chainSeq)).limit(LINKS_PER_READ);
		yield* links;
		const last = links.at(-1);
		if (!last) return;
		lastSeq = last.chainSeq;
	}
}

/** Creates a reader of the chain in the database, for comparison with the note outside of it. */
export function createStoredChain(db: Db): StoredChain {
	return {
		readNewest: async () => {
			const [last] = await db
				.select({ links: reports.chainSeq, link: reports.link, format: reports.format })
				.from(reports)
				.orderBy(desc(reports.chainSeq))
				.limit(1);
			return last
				? { end: { links: last.links, link: last.link }, format: last.format }
				: { end: { links: 0, link: GENESIS_LINK }, format: 0 };
		},
		readRecords: () => Array.fromAsync(reportChain(db)),
		readLink: async (links) => (await db.select({ link: reports.link }).from(reports).where(eq(reports.chainSeq, links)))[0]?.link,
	};
}

export interface ChainVerdict {
	links: number;
	/** Position of the first link that does not follow from the previous one; undefined if the chain is intact. */
	brokenAt?: number;
}

/**
 * Checks that every report follows from the previous one and that no position is missing. `contentHash`, if given, recomputes a
 * report's content hash from its rows.
 */
export async function verifyChain(db: Db, contentHash?: (report: ReportRecord) => Promise<string>): Promise<ChainVerdict> {
	let links = 0;
	let previousHash = GENESIS_LINK;
	for await (const report of reportChain(db)) {
		const isLinked = report.chainSeq === links + 1 && report.previousHash === previousHash && report.link === computeLink(report);
		if (!isLinked || (contentHash && (await contentHash(report)) !== report.contentHash)) return { links, brokenAt: links + 1 };
		links += 1;
		previousHash = report.link;
	}
	return { links };
}
