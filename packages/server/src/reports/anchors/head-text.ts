import { createHash } from 'node:crypto';
import { isoSeconds, parseIso } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';

/** The ends of both chains at one moment, as outside witnesses stamp them. */
export interface Head {
	/** Number of reports ever published, and the newest link of their chain. */
	readonly reports: number;
	readonly link: string;
	/** Number of record seals, and the root of the tree over their links; empty if there are none. */
	readonly seals: number;
	readonly root: string;
	/** When the ends were read, by the wall clock. */
	readonly readAt: UtcMs;
}

/** Builds the text whose SHA-256 witnesses stamp (see docs/proof-format.md). */
export function formatHead({ reports, link, seals, root, readAt }: Head): string {
	return `signalwheel-head 1\nreports ${reports} ${link}\nseals ${seals} ${root || '-'}\nread ${isoSeconds(readAt)}\n`;
}

const HEAD_PATTERN = /^signalwheel-head 1\nreports (\d{1,15}) ([0-9a-f]{64})\nseals (\d{1,15}) ([0-9a-f]{64}|-)\nread (\S+)\n$/;

/** Returns undefined if the text isn't a head. */
export function parseHead(text: string): Head | undefined {
	const [, reports, link = '', seals, root = '', readTime = ''] = HEAD_PATTERN.exec(text) ?? [];
	const readAt = parseIso(readTime);
	if (reports === undefined || readAt === undefined) return undefined;
	return { reports: Number(reports), link, seals: Number(seals), root: root === '-' ? '' : root, readAt };
}

/** Computes the digest that witnesses stamp. */
export function computeHeadDigest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
