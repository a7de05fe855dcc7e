import { integer, pgTable, text } from '@sw/store/postgres/orm/drizzle';
import { generateDrizzleJson } from 'drizzle-kit/api';
import { describe, expect, it } from 'vitest';
import { checkSchema } from './schema.ts';
import { createProject } from './testing/fixture-project.ts';

const things = pgTable('things', { id: integer().primaryKey(), shortName: text().notNull() });

function migrated(more: Record<string, string> = {}) {
	return createProject({
		'0000_first.sql': 'CREATE TABLE "things" ();',
		'meta/_journal.json': JSON.stringify({ entries: [{ idx: 0, tag: '0000_first' }] }),
		'meta/0000_snapshot.json': JSON.stringify(generateDrizzleJson({ things }, undefined, undefined, 'snake_case')),
		...more,
	});
}

describe('check: the schema', () => {
	it('passes when the migrations make the schema', async () => {
		using project = migrated();
		expect(await checkSchema({ things }, project.root)).toEqual([]);
	});

	it('fails on a column and a table without a migration', async () => {
		using project = migrated();
		const more = pgTable('things', { id: integer().primaryKey(), shortName: text().notNull(), about: text() });
		const other = pgTable('others', { id: integer().primaryKey() });
		expect((await checkSchema({ more, other }, project.root)).join('\n')).toMatch(
			/CREATE TABLE "others"[\s\S]*ALTER TABLE "things" ADD COLUMN "about" text/,
		);
	});

	it('fails on a column that is gone, and on one whose new name is a question', async () => {
		using project = migrated();
		expect(await checkSchema({ things: pgTable('things', { id: integer().primaryKey() }) }, project.root)).toEqual([
			expect.stringMatching(/DROP COLUMN "short_name"/),
		]);
		const renamed = pgTable('things', { id: integer().primaryKey(), name: text().notNull() });
		expect(await checkSchema({ renamed }, project.root)).toHaveLength(1);
	});

	it('fails on a migration that the journal does not list, and on a listed one that does not exist', async () => {
		using more = migrated({ '0001_lost.sql': '' });
		expect(await checkSchema({ things }, more.root)).toEqual(["migrations: the journal doesn't list 0001_lost.sql"]);
		using less = migrated({
			'meta/_journal.json': JSON.stringify({
				entries: [
					{ idx: 0, tag: '0000_first' },
					{ idx: 1, tag: '0001_gone' },
				],
			}),
		});
		expect(await checkSchema({ things }, less.root)).toEqual(["migrations: the journal lists 0001_gone.sql, which doesn't exist"]);
	});
});
