import { WAIT_LIST_SOURCES } from '@sw/domain/outreach/wait-list';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const waitList = pgTable(
	'wait_list',
	{
		/** `emailKey` of the address: in lower case. */
		email: text().notNull(),
		source: text({ enum: WAIT_LIST_SOURCES }).notNull(),
		at: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.email, t.source] }), index('wait_list_newest').on(t.at)],
);

/** Contact messages to the operator. */
export const contactMessages = pgTable(
	'contact_letters',
	{
		id: uuid().primaryKey(),
		at: instant().notNull(),
		email: text().notNull(),
		name: text().notNull(),
		subject: text().notNull(),
		message: text().notNull(),
		/** null: not dealt with yet. */
		dealtWithAt: instant(),
	},
	(t) => [index('contact_letters_newest').on(t.at)],
);
