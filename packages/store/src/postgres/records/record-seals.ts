import type { StoredSeals } from '../../chain/seal-note.ts';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { desc, eq, inArray, type SQL, sql } from '../orm/drizzle.ts';
import type { Db } from '../records.ts';
import { filters } from '../schema/filters.ts';
import { evaluatedVariants, recordSeals } from '../schema/research.ts';
import { tickers } from '../schema/tickers.ts';
import { saveSetting, setting } from './settings.ts';

/** Records whose changes are sealed: filters (a change splits their track record), variants (their number sets the bar for luck) and tickers. */
type Kind = 'filter' | 'variant' | 'ticker';
const KINDS: readonly Kind[] = ['filter', 'variant', 'ticker'];

/** Channel notified of new seals after the commit. */
export const SEAL_CHANNEL = 'record_seals';

/** Tickers share seals by ranges of ids, because many vendors change a directory of 100,000 tickers daily. */
const TICKERS_PER_SEAL = 100;

function sha256Hex(text: SQL): SQL {
	return sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
}

function epochSeconds(column: SQL): SQL {
	return sql`extract(epoch from ${column})`;
}

/** The text that the seal of a filter (f) covers. */
const FILTER_TEXT = sql`jsonb_build_array(f.user_id, f.tab, f.strategy, f.conditions, f.operation, ${epochSeconds(sql`f.created_at`)}, ${epochSeconds(sql`f.conditions_at`)}, f.conditions_known)::text`;

/** Queries for key, owner and hash of each current record. PostgreSQL computes the hash, so that it doesn't depend on how a driver formats values. */
const CURRENT_RECORDS: Readonly<Record<Kind, SQL>> = {
	filter: sql`select f.id::text as key, f.user_id as user_id, ${sha256Hex(FILTER_TEXT)} as seal from ${filters} f`,
	variant: sql`select v.user_id::text || ' ' || v.variant as key, v.user_id as user_id, ${sha256Hex(
		sql`jsonb_build_array(v.p_value, ${epochSeconds(sql`v.first_at`)})::text`,
	)} as seal from ${evaluatedVariants} v`,
	ticker: currentTickers(sql`true`),
};

/** The seal of a removed record. */
const REMOVED_SEAL = '';

export function sealFilter(db: Db, id: number): Promise<void> {
	return appendSeals(db, 'filter', sql`${CURRENT_RECORDS.filter} where f.id = ${id}`);
}

/** Appends seals of changed records to the chain, in the transaction that changed them. An unchanged record adds nothing. */
async function appendSeals(db: Db, kind: Kind, rows: SQL): Promise<void> {
	await db.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.recordSeals})`);
	await db.execute(sql`
		with recursive fresh as (
				select row_number() over (order by r.key) as place, r.key, r.user_id, r.seal from (${rows}) r
				left join lateral (select s.seal from ${recordSeals} s where s.kind = ${kind} and s.key = r.key order by s.seq desc limit 1) n on true
				where n.seal is distinct from r.seal
			),
			linked as (
				select 0::bigint as place, ''::text as key, null::uuid as user_id, ''::text as seal,
					coalesce((select link from ${recordSeals} order by seq desc limit 1), '') as link
				union all
				select f.place, f.key, f.user_id, f.seal, ${linkOf(sql`l.link`, sql`${kind}::text`, sql`f.key`, sql`f.seal`)}
				from linked l join fresh f on f.place = l.place + 1
			)
		insert into ${recordSeals} (seq, kind, key, user_id, seal, link)
		select coalesce((select max(seq) from ${recordSeals}), 0) + place, ${kind}, key, user_id, seal, link from linked where place > 0`);
	await db.execute(sql`select pg_notify(${SEAL_CHANNEL}, '')`);
}

function linkOf(previousLink: SQL, kind: SQL, key: SQL, seal: SQL): SQL {
	return sha256Hex(sql`concat_ws(' ', ${previousLink}, ${kind}, ${key}, ${seal})`);
}

export function sealBuiltInFilters(db: Db): Promise<void> {
	return appendSeals(db, 'filter', sql`${CURRENT_RECORDS.filter} where f.user_id is null`);
}

/** Returns a user's filter as sealed now: the text and position of its seal, and the previous link. Undefined if the user has no such filter. */
export async function sealedFilter(db: Db, id: number, userId: string): Promise<{ text: string; seq: number; before: string } | undefined> {
	const { rows } = await db.execute<{ text: string; seq: number; before: string }>(sql`
		select p.text, s.seq::int as seq, coalesce((select b.link from ${recordSeals} b where b.seq = s.seq - 1), '') as before
		from (select ${FILTER_TEXT} as text from ${filters} f where f.id = ${id} and f.user_id = ${userId}) p
		join ${recordSeals} s on s.kind = 'filter' and s.key = ${String(id)} and s.seal = ${sha256Hex(sql`p.text`)}
		order by s.seq desc limit 1`);
	return rows[0];
}

/** Seals that a user has removed a filter. */
export function sealFilterRemoved(db: Db, id: number, userId: string): Promise<void> {
	return appendSeals(db, 'filter', sql`select ${String(id)}::text as key, ${userId}::uuid as user_id, ${REMOVED_SEAL}::text as seal`);
}

export function sealVariants(db: Db, userId: string, variants: readonly string[]): Promise<void> {
	return appendSeals(
		db,
		'variant',
		sql`${CURRENT_RECORDS.variant} where v.user_id = ${userId} and ${inArray(sql`v.variant`, [...variants])}`,
	);
}

/** Seals tickers of a provider that were added, changed or removed. */
export async function sealTickers(db: Db, provider: string, ids: readonly number[]): Promise<void> {
	const rangeStarts = [...new Set(ids.map((id) => id - (id % TICKERS_PER_SEAL)))];
	if (rangeStarts.length === 0) return;
	const isAffected = inArray(sql`t.id - t.id % ${sql.raw(String(TICKERS_PER_SEAL))}`, rangeStarts);
	const keys = sql.param(rangeStarts.map((first) => `${provider} ${first}-${first + TICKERS_PER_SEAL - 1}`));
	await appendSeals(
		db,
		'ticker',
		sql`select k.key, null::uuid as user_id, coalesce(p.seal, ${REMOVED_SEAL}) as seal
			from unnest(${keys}::text[]) as k (key) left join (${currentTickers(sql`t.provider = ${provider} and ${isAffected}`)}) p on p.key = k.key`,
	);
}

/** Returns the query for key and hash of each range of tickers; a key is '<provider> 100-199'. */
function currentTickers(where: SQL): SQL {
	const size = sql.raw(String(TICKERS_PER_SEAL));
	const first = sql`(t.id - t.id % ${size})`;
	// A ticker without exchange has the same hash as before that column existed, so earlier seals stay valid.
	const fields = sql`jsonb_build_array(t.id, t.symbol, t.name, t.type, t.industry, t.shares, t.listed, t.delisted)
		|| case when t.exchange is null then '[]'::jsonb else jsonb_build_array(t.exchange) end`;
	return sql`select t.provider || ' ' || ${first} || '-' || (${first} + ${size} - 1) as key, null::uuid as user_id, ${sha256Hex(
		sql`string_agg((${fields})::text, ' ' order by t.id)`,
	)} as seal from ${tickers} t where ${where} group by t.provider, ${first}`;
}

const SEALED_SETTING = 'records_sealed';

/** Seals the records of an older product version in their current state, once per database and kind. */
export function sealAllOnce(db: Db): Promise<void> {
	return db.transaction(async (tx) => {
		await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.recordSeals})`);
		const sealed = await setting(tx, SEALED_SETTING);
		// The value true dates from before tickers had seals.
		const sealedKinds: unknown[] = sealed === true ? ['filter', 'variant'] : Array.isArray(sealed) ? sealed : [];
		const missing = KINDS.filter((kind) => !sealedKinds.includes(kind));
		for (const kind of missing) await appendSeals(tx, kind, CURRENT_RECORDS[kind]);
		if (missing.length > 0) await saveSetting(tx, SEALED_SETTING, KINDS);
	});
}

const NOTED_SETTING = 'seals_noted';

/** Creates a reader of the chain in the database, for comparison with the note outside of it. */
export function createStoredSeals(db: Db): StoredSeals {
	return {
		readEnd: async () => {
			const [last] = await db
				.select({ links: recordSeals.seq, link: recordSeals.link })
				.from(recordSeals)
				.orderBy(desc(recordSeals.seq))
				.limit(1);
			return last ?? { links: 0, link: '' };
		},
		readLink: async (links) => (await db.select({ link: recordSeals.link }).from(recordSeals).where(eq(recordSeals.seq, links)))[0]?.link,
		wasNoted: async () => (await setting(db, NOTED_SETTING)) === true,
		markNoted: () => saveSetting(db, NOTED_SETTING, true),
	};
}

export interface SealFault {
	kind: Kind | 'chain';
	key: string;
	fault: 'changed' | 'added' | 'missing';
}

/** Verifies the links of the chain, and each record against its newest seal. Records of deleted users may be missing. */
export async function findSealFaults(db: Db): Promise<SealFault[]> {
	const faultsQuery = (kind: Kind): SQL => sql`
		select ${kind}::text as kind, coalesce(r.key, n.key) as key,
			case when n.key is null then 'added' when r.key is null then 'missing' else 'changed' end as fault
		from (${CURRENT_RECORDS[kind]}) r
		full join (
			select distinct on (s.key) s.key, s.seal, s.user_id from ${recordSeals} s where s.kind = ${kind} order by s.key, s.seq desc
		) n on n.key = r.key
		where (r.key is null and n.seal <> ${REMOVED_SEAL} and (n.user_id is null or exists (select 1 from users u where u.id = n.user_id)))
			or (r.key is not null and r.seal is distinct from n.seal)`;
	const { rows } = await db.execute<SealFault & Record<string, unknown>>(sql`
		select 'chain' as kind, seq::text as key, 'changed' as fault from (
			select seq, link, ${linkOf(sql`coalesce(lag(link) over (order by seq), '')`, sql`kind`, sql`key`, sql`seal`)} as expected,
				row_number() over (order by seq) as place from ${recordSeals}
		) links where link <> expected or seq <> place
		union all ${sql.join(KINDS.map(faultsQuery), sql` union all `)} order by 1, 2`);
	return rows.map(({ kind, key, fault }) => ({ kind, key, fault }));
}
