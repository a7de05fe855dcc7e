import { WAIT_LIST_SOURCES } from '@sw/domain/outreach/wait-list';
import { PREVIEW_TYPES, type PreviewType } from '@sw/domain/previews/preview-file';
import { CAP_BUCKETS, type CapBucket } from '@sw/domain/prices/buckets';
import { TOP_INTERVALS, TOPS, type TopCategory, type TopInterval } from '@sw/domain/prices/top-lists';
import { boolean, index, integer, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from '../orm/drizzle.ts';
import { instant } from './columns.ts';

export const waitList = pgTable(
	'wait_list',
	{
		/** The normalized email address (`emailKey`), in lower case. */
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

/** Link-card pictures and videos of pages, uploaded by administrators. The files are in the data folder, named by these ids. */
export const previews = pgTable(
	'previews',
	{
		id: uuid().primaryKey(),
		/** The page as one line: host, category, interval, ticker, market caps, whether a video. */
		keyLine: text().notNull(),
		host: text().notNull(),
		category: text({ enum: TOPS.map(({ name }) => name) as [TopCategory, ...TopCategory[]] }),
		interval: text({ enum: TOP_INTERVALS as [TopInterval, ...TopInterval[]] }),
		ticker: text(),
		marketcap: text({ enum: CAP_BUCKETS as [CapBucket, ...CapBucket[]] })
			.array()
			.notNull(),
		video: boolean().notNull(),
		isActive: boolean().notNull(),
		mediaType: text({ enum: Object.keys(PREVIEW_TYPES) as [PreviewType, ...PreviewType[]] }).notNull(),
		bytes: integer().notNull(),
		/** SHA-256 of the file, in hex. */
		hash: text().notNull(),
		createdAt: instant().notNull(),
		updatedAt: instant().notNull(),
	},
	(t) => [
		uniqueIndex('previews_active').on(t.keyLine).where(sql`${t.isActive}`),
		index('previews_newest').on(t.createdAt.desc(), t.id.desc()),
	],
);
