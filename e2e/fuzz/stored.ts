import { setTimeout } from 'node:timers/promises';
import type { Records } from '@sw/store/postgres/records';

/** Refused calls may count attempts, a visitor's day and pending tokens; nothing else may change. */
const MAY_CHANGE = new Set([
	'attempts',
	'visitor_views',
	'sessions',
	'provider_sessions',
	'market_clock',
	'oauth_flows',
	'account_challenges',
	'account_browsers',
	'__drizzle_migrations',
]);

/** Excessive attempts are recorded, whatever their result. */
const NOT_COUNTED: Readonly<Record<string, string>> = { audit_log: "where act <> 'limit.exceeded'" };

type Digest = ReadonlyMap<string, string>;

/** Accepted calls start background jobs; their later writes must not be attributed to a refused call. */
const STOP_SEARCHES = "update search_tasks set state = 'canceled' where state in ('waiting', 'running')";
const LONGEST_WORK_MS = 300_000;
const LOOK_EVERY_MS = 150;

/** Fingerprints of all tables, to see what a call has changed. */
export function createSearcher(pool: Records['pool']) {
	const digest = async (): Promise<Digest> => {
		const { rows } = await pool.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
		const tables = rows.map((row) => row.name).filter((name) => !MAY_CHANGE.has(name));
		const found = new Map<string, string>();
		for (const name of tables) {
			const { rows: sums } = await pool.query<{ sum: string }>(
				`select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0))::text, '') as sum from "${name}" t ${NOT_COUNTED[name] ?? ''}`,
			);
			found.set(name, sums[0]?.sum ?? '');
		}
		return found;
	};
	return {
		/** The fingerprints once they were the same for `looks` checks in a row and `busy` is false. Throws if that never happens. */
		still: async (busy: () => Promise<boolean>, looks = 2): Promise<Digest> => {
			await pool.query(STOP_SEARCHES);
			let last: Digest | undefined;
			let seen = 0;
			for (let waited = 0; waited < LONGEST_WORK_MS; waited += LOOK_EVERY_MS) {
				const next = (await busy()) ? undefined : await digest();
				seen = last && next && same(last, next) ? seen + 1 : 1;
				if (next && seen === looks) return next;
				last = next;
				await setTimeout(LOOK_EVERY_MS);
			}
			throw new Error(`The background was still writing after ${LONGEST_WORK_MS / 1_000} s.`);
		},
		digest,
		/** Names of the changed tables. */
		changes: async (before: Digest): Promise<string[]> => {
			const after = await digest();
			return [...after].filter(([name, sum]) => before.get(name) !== sum).map(([name]) => name);
		},
	};
}

function same(a: Digest, b: Digest): boolean {
	return [...a].every(([name, sum]) => b.get(name) === sum);
}
