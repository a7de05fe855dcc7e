import { WAIT_LIST_SOURCES } from '@sw/domain/outreach/wait-list';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const waitList = pgTable(
	'wait_list',
	{
		/** `emailKey` of what was given: in small letters. */
		email: text().notNull(),
		source: text({ enum: WAIT_LIST_SOURCES }).notNull(),
		at: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.email, t.source] }), index('wait_list_newest').on(t.at)],
);

/** What people wrote to the operator. */
export const contactLetters = pgTable(
	'contact_letters',
	{
		id: uuid().primaryKey(),
		at: instant().notNull(),
		email: text().notNull(),
		name: text().notNull(),
		subject: text().notNull(),
		message: text().notNull(),
		/** null: nobody has dealt with it. */
		dealtWithAt: instant(),
	},
	(t) => [index('contact_letters_newest').on(t.at)],
);
