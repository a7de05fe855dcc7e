import { bigint, customType, index, integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const WITNESS_KINDS = ['rfc3161', 'opentimestamps'] as const;

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Heads of the chain that were shown to outside witnesses. */
export const anchors = pgTable(
	'anchors',
	{
		id: serial().primaryKey(),
		/** The text whose SHA-256 the witnesses stamped, see docs/proof-format.md. */
		text: text().notNull(),
		/** The last report that it covers. */
		chainSeq: bigint({ mode: 'number' }).notNull(),
		/** Record seals that it covers. */
		seals: bigint({ mode: 'number' }).notNull(),
		/** Wall clock. */
		madeAt: instant().notNull(),
	},
	(t) => [index('anchors_chain').on(t.chainSeq)],
);

/** What a witness answered. */
export const anchorProofs = pgTable(
	'anchor_proofs',
	{
		anchorId: integer()
			.notNull()
			.references(() => anchors.id, { onDelete: 'cascade' }),
		/** The witness's address. */
		source: text().notNull(),
		kind: text({ enum: WITNESS_KINDS }).notNull(),
		/** A DER time-stamp token, or an .ots file. */
		proof: bytes().notNull(),
		/** The time that the witness states: of the token, or of the block. Null while a calendar waits for its block. */
		provenAt: instant(),
		/** Height of the Bitcoin block, and its header of 80 bytes. */
		block: integer(),
		header: bytes(),
	},
	(t) => [primaryKey({ columns: [t.anchorId, t.source] })],
);
