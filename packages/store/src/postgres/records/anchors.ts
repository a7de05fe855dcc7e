import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import { and, asc, desc, eq, gte, inArray, isNull, lte, max } from '../orm/drizzle.ts';
import type { Db } from '../records.ts';
import { anchorProofs, anchors, reports, type WITNESS_KINDS } from '../schema/reports.ts';
import { recordSeals } from '../schema/research.ts';

export type WitnessKind = (typeof WITNESS_KINDS)[number];

/** A witness's proof that a head (the end of the chain at a time) existed. */
export interface AnchorProof {
	/** URL of the witness. */
	source: string;
	kind: WitnessKind;
	/** A DER time-stamp token, or an .ots file. */
	proof: Buffer;
	/** When the head is proven to have existed; null while a calendar waits for its block. */
	provenAt: UtcMs | null;
	/** Height and header of the Bitcoin block. */
	block: number | null;
	header: Buffer | null;
}

export interface Anchor {
	id: number;
	text: string;
	chainSeq: number;
	seals: number;
	/** When the head was read, by the wall clock. */
	madeAt: UtcMs;
	proofs: AnchorProof[];
}

export async function insertAnchor(db: Db, { proofs, ...anchor }: Omit<Anchor, 'id'>): Promise<void> {
	await db.transaction(async (tx) => {
		const [row] = await tx.insert(anchors).values(anchor).returning({ id: anchors.id });
		await tx.insert(anchorProofs).values(proofs.map((proof) => ({ ...proof, anchorId: (row as { id: number }).id })));
	});
}

/** Returns every anchor with its proofs, oldest first. */
export async function storedAnchors(db: Db): Promise<Anchor[]> {
	return withProofs(db, await db.select().from(anchors).orderBy(asc(anchors.chainSeq), asc(anchors.id)));
}

/** Returns the first anchors that cover a position of the chain, oldest first. */
export async function anchorsFrom(db: Db, chainSeq: number, limit: number): Promise<Anchor[]> {
	const covering = db.select().from(anchors).where(gte(anchors.chainSeq, chainSeq));
	return withProofs(db, await covering.orderBy(asc(anchors.chainSeq), asc(anchors.id)).limit(limit));
}

/** Returns the newest anchors, newest first. */
export async function newestAnchors(db: Db, limit: number): Promise<Anchor[]> {
	return withProofs(db, await db.select().from(anchors).orderBy(desc(anchors.id)).limit(limit));
}

/** Returns the newest answer of each witness, by its URL. */
export async function findNewestBySource(db: Db): Promise<ReadonlyMap<string, { madeAt: UtcMs; chainSeq: number }>> {
	const rows = await db
		.selectDistinctOn([anchorProofs.source], { source: anchorProofs.source, madeAt: anchors.madeAt, chainSeq: anchors.chainSeq })
		.from(anchorProofs)
		.innerJoin(anchors, eq(anchors.id, anchorProofs.anchorId))
		.orderBy(anchorProofs.source, desc(anchors.id));
	return new Map(rows.map(({ source, ...newest }) => [source, newest]));
}

/** Returns timestamp calendars' promises that are not in a Bitcoin block yet, oldest first. */
export async function findPendingProofs(
	db: Db,
): Promise<{ anchorId: number; text: string; madeAt: UtcMs; source: string; proof: Buffer }[]> {
	return db
		.select({ anchorId: anchors.id, text: anchors.text, madeAt: anchors.madeAt, source: anchorProofs.source, proof: anchorProofs.proof })
		.from(anchorProofs)
		.innerJoin(anchors, eq(anchors.id, anchorProofs.anchorId))
		.where(and(eq(anchorProofs.kind, 'opentimestamps'), isNull(anchorProofs.provenAt)))
		.orderBy(asc(anchors.id));
}

export async function saveProof(
	db: Db,
	{ anchorId, source }: { anchorId: number; source: string },
	update: Pick<AnchorProof, 'proof' | 'provenAt' | 'block' | 'header'>,
): Promise<void> {
	await db
		.update(anchorProofs)
		.set(update)
		.where(and(eq(anchorProofs.anchorId, anchorId), eq(anchorProofs.source, source)));
}

/** Returns the last position in the chain of a report up to a time, in any version; 0 if there is none. */
export async function lastPositionUpTo(db: Db, time: UtcMs): Promise<number> {
	const [row] = await db
		.select({ last: max(reports.chainSeq) })
		.from(reports)
		.where(lte(reports.time, time as ReportTime));
	return Number(row?.last ?? 0);
}

/** Returns the links of the record seals up to a position, in order. */
export async function sealLinks(db: Db, upTo = Number.MAX_SAFE_INTEGER): Promise<string[]> {
	const rows = await db
		.select({ link: recordSeals.link })
		.from(recordSeals)
		.where(lte(recordSeals.seq, upTo))
		.orderBy(asc(recordSeals.seq));
	return rows.map(({ link }) => link);
}

async function withProofs(db: Db, anchorRows: readonly Omit<Anchor, 'proofs'>[]): Promise<Anchor[]> {
	if (anchorRows.length === 0) return [];
	const rows = await db
		.select()
		.from(anchorProofs)
		.where(
			inArray(
				anchorProofs.anchorId,
				anchorRows.map(({ id }) => id),
			),
		)
		.orderBy(asc(anchorProofs.source));
	const proofs = Map.groupBy(rows, ({ anchorId }) => anchorId);
	return anchorRows.map((anchor) => ({ ...anchor, proofs: (proofs.get(anchor.id) ?? []).map(({ anchorId: _, ...proof }) => proof) }));
}
