import type { StoredPreview } from '@sw/domain/previews/preview-file';
import { type PreviewKey, serializeKey } from '@sw/domain/previews/preview-key';
import { and, count, desc, eq, getTableColumns, ne, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { previews } from '../../schema/outreach.ts';

const { keyLine: _line, ...SHOWN_COLUMNS } = getTableColumns(previews);

/** Returns one page of the uploaded link-card files, newest first. */
export async function previewsPage(
	db: Db,
	{ skip, max }: { skip: number; max: number },
): Promise<{ items: StoredPreview[]; total: number }> {
	const items = await db.select(SHOWN_COLUMNS).from(previews).orderBy(desc(previews.createdAt), desc(previews.id)).offset(skip).limit(max);
	const [countRow] = await db.select({ total: count() }).from(previews);
	return { items, total: countRow?.total ?? 0 };
}

export async function previewById(db: Db, id: string): Promise<StoredPreview | undefined> {
	const [row] = await db.select(SHOWN_COLUMNS).from(previews).where(eq(previews.id, id));
	return row;
}

/** Returns the active file of a key; undefined if there is none. */
export async function activePreview(db: Db, key: PreviewKey): Promise<StoredPreview | undefined> {
	const [row] = await db
		.select(SHOWN_COLUMNS)
		.from(previews)
		.where(and(eq(previews.keyLine, serializeKey(key)), eq(previews.isActive, true)));
	return row;
}

/** Returns the ids of all stored files. */
export async function previewIds(db: Db): Promise<string[]> {
	return (await db.select({ id: previews.id }).from(previews)).map(({ id }) => id);
}

type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** Adds a file. If it is active, it replaces the active one of its key. */
export function addPreview(db: Db, preview: StoredPreview): Promise<void> {
	return db.transaction(async (tx) => {
		await lockPreviews(tx);
		await deactivateOthers(tx, preview);
		await tx.insert(previews).values(rowOf(preview));
	});
}

function rowOf(preview: StoredPreview) {
	return { ...preview, marketcap: [...preview.marketcap], keyLine: serializeKey(preview) };
}

/** Deactivates the active file of the same key, if this one is active. */
async function deactivateOthers(tx: Tx, { id, isActive, updatedAt, ...key }: StoredPreview): Promise<void> {
	if (!isActive) return;
	const isOther = and(eq(previews.keyLine, serializeKey(key)), eq(previews.isActive, true), ne(previews.id, id));
	await tx.update(previews).set({ isActive: false, updatedAt }).where(isOther);
}

/** Serializes changes, so that two uploads for one key can't both become active. */
function lockPreviews(tx: Tx) {
	return tx.execute(sql`lock table ${previews} in share row exclusive mode`);
}

/**
 * Applies `change` to the current state of a file, serialized. If it throws, nothing is changed and the error is passed on. Undefined if there is no such
 * file.
 */
export function changePreview(
	db: Db,
	id: string,
	change: (before: StoredPreview) => StoredPreview,
): Promise<{ before: StoredPreview; after: StoredPreview } | undefined> {
	return db.transaction(async (tx) => {
		await lockPreviews(tx);
		const [before] = await tx.select(SHOWN_COLUMNS).from(previews).where(eq(previews.id, id));
		if (!before) return undefined;
		const after = change(before);
		await deactivateOthers(tx, after);
		await tx.update(previews).set(rowOf(after)).where(eq(previews.id, id));
		return { before, after };
	});
}
