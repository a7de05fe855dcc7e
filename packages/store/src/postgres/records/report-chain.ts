import type { ReportRecord } from '@sw/domain/reports/report-record';
import { asc, gt } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { reports } from '../schema/reports.ts';
import { GENESIS_HASH } from './reports.ts';

const LINKS_PER_READ = 5_000;

/** Every report ever published, all versions, in the order of the chain. */
export async function* reportChain(db: Db): AsyncGenerator<ReportRecord> {
	for (let after = 0; ; ) {
		const links = await db.select().from(reports).where(gt(reports.chainSeq, after)).orderBy(asc(reports.chainSeq)).limit(LINKS_PER_READ);
		yield* links;
		const last = links.at(-1);
		if (!last) return;
		after = last.chainSeq;
	}
}

export interface ChainVerdict {
	links: number;
	/** Position of the first link that does not follow from the one before; undefined when the chain is whole. */
	brokenAt?: number;
}

/**
 * Whether every link names the hash of the link before it and no position is missing. `contentHash`, when given, computes a
 * link's hash anew from its rows.
 */
export const verifyChain = async (db: Db, contentHash?: (link: ReportRecord) => Promise<string>): Promise<ChainVerdict> => {
	let links = 0;
	let previousHash = GENESIS_HASH;
	for await (const link of reportChain(db)) {
		const follows = link.chainSeq === links + 1 && link.previousHash === previousHash;
		if (!follows || (contentHash && (await contentHash(link)) !== link.contentHash)) return { links, brokenAt: links + 1 };
		links += 1;
		previousHash = link.contentHash;
	}
	return { links };
};
