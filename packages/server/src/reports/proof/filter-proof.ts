import type { X509Certificate } from 'node:crypto';
import type { UtcMs } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { type Anchor, sealLinks, storedAnchors } from '@sw/store/postgres/records/anchors';
import { sealedFilter } from '@sw/store/postgres/records/record-seals';
import { type ReportWitnesses, witnessesOf } from '../anchors/report-witnesses.ts';
import { treePath, treeRoot } from '../anchors/seal-tree.ts';
import { proofText, type WrittenLine, zipped } from './proof-file.ts';
import { anchorLine, opening } from './proof-lines.ts';

/** Anchors of each kind of witness that are shown: the earliest prove the most. */
const SHOWN = 3;

/** The file by which its owner proves when a filter was saved; undefined where the user has no such filter. Nothing of other users is in it. */
export async function filterProof(db: Db, id: number, userId: string, made: UtcMs): Promise<Buffer | undefined> {
	const sealed = await sealedFilter(db, id, userId);
	if (!sealed) return undefined;
	const shown = await earliestAnchors(db, sealed.seq);
	const links = await sealLinks(db);
	const paths = Object.fromEntries(shown.map(({ seals }) => [String(seals), treePath(links.slice(0, seals), sealed.seq - 1)]));
	const lines: WrittenLine[] = [opening(made), ...shown.map(anchorLine), { kind: 'filter', key: String(id), ...sealed, paths }];
	return zipped((await Array.fromAsync(proofText(lines))).join(''));
}

/** Who shows since when a filter exists as it is now; undefined where the user has no such filter. */
export async function filterWitnesses(
	db: Db,
	id: number,
	userId: string,
	roots: readonly X509Certificate[] | null,
): Promise<ReportWitnesses | undefined> {
	const sealed = await sealedFilter(db, id, userId);
	if (!sealed) return undefined;
	const links = await sealLinks(db);
	return witnessesOf(await earliestAnchors(db, sealed.seq), roots, async ({ seals, root }) =>
		seals <= links.length && treeRoot(links.slice(0, seals)) === root
			? undefined
			: `the first ${seals} record seals aren't the ones that witnesses stamped`,
	);
}

async function earliestAnchors(db: Db, seq: number): Promise<Anchor[]> {
	const covering = (await storedAnchors(db)).filter(({ seals }) => seals >= seq).sort((one, other) => one.madeAt - other.madeAt);
	return [...new Set([...covering.filter(isProven).slice(0, SHOWN), ...covering.slice(0, SHOWN)])];
}

function isProven({ proofs }: Anchor): boolean {
	return proofs.some(({ provenAt }) => provenAt !== null);
}
