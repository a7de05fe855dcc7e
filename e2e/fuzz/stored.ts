import { setTimeout } from 'node:timers/promises';
import type { Records } from '@sw/store/postgres/records';

/** Refused calls may count attempts, a visitor's day and pending tokens; nothing else may change. */
const CHANGEABLE_TABLES = new Set([
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

/** Rows that count, where not all do: excessive attempts are recorded even if the call is refused. */
const COUNTED_ROWS: Readonly<Record<string, string>> = { audit_log: "where act <> 'limit.exceeded'" };

type Digest = ReadonlyMap<string, string>;

/** Accepted calls start background jobs; their later writes must not be attributed to a refused call. */
const STOP_SEARCHES = "update search_tasks set state = 'canceled' where state in ('waiting', 'running')";
const MAX_BACKGROUND_MS = 300_000;
const POLL_MS = 150;

/** Fingerprints of all tables, to see what a call has changed. */
export function createTableWatcher(pool: Records['pool']) {
	const digest = async (): Promise<Digest> => {
		const { rows } = await pool.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
		const tables = rows.map((row) => row.name).filter((name) => !CHANGEABLE_TABLES.has(name));
		const sumByTable = new Map<string, string>();
		for (const name of tables) {
			const { rows: sums } = await pool.query<{ sum: string }>(
				`select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0))::text, '') as sum from "${name}" t ${COUNTED_ROWS[name] ?? ''}`,
			);
			sumByTable.set(name, sums[0]?.sum ?? '');
		}
		return sumByTable;
	};
	return {
		/** Returns the fingerprints once `checkCount` checks in a row gave the same ones while `isBusy` was false. Throws if that never happens. */
		waitUntilStill: async (isBusy: () => Promise<boolean>, checkCount = 2): Promise<Digest> => {
			await pool.query(STOP_SEARCHES);
			let previous: Digest | undefined;
			let sameCount = 0;
			for (let waitedMs = 0; waitedMs < MAX_BACKGROUND_MS; waitedMs += POLL_MS) {
				const current = (await isBusy()) ? undefined : await digest();
				sameCount = previous && current && isSame(previous, current) ? sameCount + 1 : 1;
				if (current && sameCount === checkCount) return current;
				previous = current;
				await setTimeout(POLL_MS);
			}
			throw new Error(`The background was still writing after ${MAX_BACKGROUND_MS / 1_000} s.`);
		},
		digest,
		/** Returns the names of the changed tables. */
		findChanges: async (digestBefore: Digest): Promise<string[]> => {
			const after = await digest();
			return [...after].filter(([name, sum]) => digestBefore.get(name) !== sum).map(([name]) => name);
		},
	};
}

function isSame(a: Digest, b: Digest): boolean {
	return [...a].every(([name, sum]) => b.get(name) === sum);
}
