import type { UtcMs } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { type Anchor, sealLinks, storedAnchors } from '@sw/store/postgres/records/anchors';
import { sealedFilter } from '@sw/store/postgres/records/record-seals';
import { treePath } from '../anchors/seal-tree.ts';
import { proofText, type WrittenLine, zipped } from './proof-file.ts';
import { anchorLine, opening } from './proof-lines.ts';

/** Anchors of each kind of witness that are shown: the earliest prove the most. */
const SHOWN = 3;

/** The file by which its owner proves when a filter was saved; undefined where the user has no such filter. Nothing of other users is in it. */
export async function filterProof(db: Db, id: number, userId: string, made: UtcMs): Promise<Buffer | undefined> {
	const sealed = await sealedFilter(db, id, userId);
	if (!sealed) return undefined;
	const covering = (await storedAnchors(db)).filter(({ seals }) => seals >= sealed.seq).sort((one, other) => one.madeAt - other.madeAt);
	const shown = [...new Set([...covering.filter(isProven).slice(0, SHOWN), ...covering.slice(0, SHOWN)])];
	const links = await sealLinks(db);
	const paths = Object.fromEntries(shown.map(({ seals }) => [String(seals), treePath(links.slice(0, seals), sealed.seq - 1)]));
	const lines: WrittenLine[] = [opening(made), ...shown.map(anchorLine), { kind: 'filter', key: String(id), ...sealed, paths }];
	return zipped((await Array.fromAsync(proofText(lines))).join(''));
}

function isProven({ proofs }: Anchor): boolean {
	return proofs.some(({ provenAt }) => provenAt !== null);
}
