import type { StoredPreview } from '@sw/domain/previews/preview-file';
import { normalizePreviewKey } from '@sw/domain/previews/preview-key';
import { utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { openRecords, type Records } from '../../records.ts';
import { previews } from '../../schema/outreach.ts';
import { activePreview, addPreview, changePreview, previewById, previewIds, previewsPage } from './previews.ts';

let database: TestDatabase;
let records: Records;
beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
});
afterAll(async () => {
	await records?.close();
	await database?.drop();
});
beforeEach(() => records.db.delete(previews));

const KEY = normalizePreviewKey({ category: 'gainers', interval: 'day', marketcap: ['large_cap', 'mega_cap'] }, 'signals.example');

function preview(number: number, change: Partial<StoredPreview> = {}): StoredPreview {
	return {
		...KEY,
		id: `00000000-0000-4000-8000-00000000000${number}`,
		isActive: true,
		mediaType: 'image/png',
		bytes: 10,
		hash: 'ab',
		createdAt: utcMs(1_000 * number),
		updatedAt: utcMs(1_000 * number),
		...change,
	};
}

describe('previews', () => {
	it('come back as they were stored, newest first, by pages', async () => {
		const { db } = records;
		const three = [1, 2, 3].map((number) => preview(number, { ticker: `T${number}` }));
		for (const one of three) await addPreview(db, one);
		expect(await previewsPage(db, { skip: 0, max: 2 })).toEqual({ items: [three[2], three[1]], total: 3 });
		expect(await previewsPage(db, { skip: 2, max: 2 })).toEqual({ items: [three[0]], total: 3 });
		expect(await previewById(db, three[0]?.id ?? '')).toEqual(three[0]);
		expect((await previewIds(db)).sort()).toEqual(three.map(({ id }) => id));
		expect(await previewById(db, preview(9).id)).toBeUndefined();
	});

	it('take the place of the one before of their key, and of no other', async () => {
		const { db } = records;
		const other = preview(1, { host: 'www.example' });
		for (const one of [other, preview(2), preview(3)]) await addPreview(db, one);
		expect((await activePreview(db, KEY))?.id).toBe(preview(3).id);
		expect((await previewById(db, preview(2).id))?.isActive).toBe(false);
		expect((await activePreview(db, { ...KEY, host: 'www.example' }))?.id).toBe(other.id);
		expect(await activePreview(db, { ...KEY, video: true })).toBeUndefined();
	});

	it('are changed as they stand, all or nothing', async () => {
		const { db } = records;
		for (const one of [preview(1), preview(2)]) await addPreview(db, one);
		const changed = await changePreview(db, preview(1).id, (before) => ({ ...before, isActive: true, updatedAt: utcMs(9_000) }));
		expect(changed).toMatchObject({ before: { isActive: false }, after: { isActive: true } });
		expect((await activePreview(db, KEY))?.id).toBe(preview(1).id);
		const refused = changePreview(db, preview(1).id, () => {
			throw new Error('No.');
		});
		await expect(refused).rejects.toThrow('No.');
		expect((await previewById(db, preview(1).id))?.updatedAt).toBe(9_000);
		expect(await changePreview(db, preview(9).id, (before) => before)).toBeUndefined();
	});

	it('are one for a key, however many are uploaded at once', async () => {
		const { db } = records;
		await Promise.all([1, 2, 3, 4, 5].map((number) => addPreview(db, preview(number))));
		const { items } = await previewsPage(db, { skip: 0, max: 10 });
		expect(items.map(({ isActive }) => isActive).filter(Boolean)).toHaveLength(1);
	});
});
