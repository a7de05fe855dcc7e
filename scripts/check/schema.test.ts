import { generateDrizzleJson } from 'drizzle-kit/api';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { brokenSchema } from './schema.ts';
import { house } from './testing/house.ts';

const things = pgTable('things', { id: integer().primaryKey(), shortName: text().notNull() });

const migrated = (more: Record<string, string> = {}) =>
	house({
		'0000_first.sql': 'CREATE TABLE "things" ();',
		'meta/_journal.json': JSON.stringify({ entries: [{ idx: 0, tag: '0000_first' }] }),
		'meta/0000_snapshot.json': JSON.stringify(generateDrizzleJson({ things }, undefined, undefined, 'snake_case')),
		...more,
	});

describe('the gate for the schema', () => {
	it('passes when the migrations make the schema', async () => {
		using built = migrated();
		expect(await brokenSchema({ things }, built.root)).toEqual([]);
	});

	it('fails on a column and a table without a migration', async () => {
		using built = migrated();
		const more = pgTable('things', { id: integer().primaryKey(), shortName: text().notNull(), about: text() });
		const other = pgTable('others', { id: integer().primaryKey() });
		expect((await brokenSchema({ more, other }, built.root)).join('\n')).toMatch(
			/CREATE TABLE "others"[\s\S]*ALTER TABLE "things" ADD COLUMN "about" text/,
		);
	});

	it('fails on a column that is gone, and on one whose new name is a question', async () => {
		using built = migrated();
		expect(await brokenSchema({ things: pgTable('things', { id: integer().primaryKey() }) }, built.root)).toEqual([
			expect.stringMatching(/DROP COLUMN "short_name"/),
		]);
		const renamed = pgTable('things', { id: integer().primaryKey(), name: text().notNull() });
		expect(await brokenSchema({ renamed }, built.root)).toHaveLength(1);
	});

	it('fails on a migration that the journal does not tell of, and on one that is not there', async () => {
		using more = migrated({ '0001_lost.sql': '' });
		expect(await brokenSchema({ things }, more.root)).toEqual(['migrations: the journal does not tell of 0001_lost.sql']);
		using less = migrated({
			'meta/_journal.json': JSON.stringify({
				entries: [
					{ idx: 0, tag: '0000_first' },
					{ idx: 1, tag: '0001_gone' },
				],
			}),
		});
		expect(await brokenSchema({ things }, less.root)).toEqual(['migrations: the journal tells of 0001_gone.sql, which is not there']);
	});
});
