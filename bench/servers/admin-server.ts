/** Starts the product with a small simulated market. On request, it fills the admin tables with years of data: accounts, audit log entries, jobs. */
import { startSmallProduct } from '../tools/small-product.ts';

const USERS = 10_000;
const AUDIT_ENTRIES = 1_000_000;
const JOBS = 100_000;

const { product, info, shutDown } = await startSmallProduct();
const { db } = product.stores.records;

async function fillTables(): Promise<void> {
	await db.execute(`
		insert into users (id, email, email_key, name, role, status, license, created_at, confirmed_at, seen_at)
		select gen_random_uuid(), email, email, 'Reader ' || n, 'user', case n % 50 when 0 then 'blocked' else 'active' end,
			(array['basic', 'premium', 'pro', null])[1 + n % 4], now() - n * interval '1 hour', now() - n * interval '1 hour',
			case when n % 3 > 0 then now() - (n * 7919 % 10000) * interval '1 minute' end
		from (select n, 'reader' || n || '@example.com' as email from generate_series(1, ${USERS}) n) as accounts`);
	await db.execute(`
		insert into audit_log (at, actor, act, target, detail, address)
		select now() - n * interval '1 minute', 'reader' || n % ${USERS} || '@example.com',
			(array['session.begin', 'session.end', 'user.change', 'settings.change', 'correction.reports'])[1 + n % 5],
			'reader' || n * 7 % ${USERS} || '@example.com', jsonb_build_object('license', jsonb_build_array('basic', 'pro')), '192.0.2.1'
		from generate_series(1, ${AUDIT_ENTRIES}) n`);
	await db.execute(`
		insert into jobs (id, kind, request, by, state, phase, created_at, started_at, finished_at)
		select gen_random_uuid(), (array['gaps', 'splits', 'reports', 'upload', 'search'])[1 + n % 5], jsonb_build_object('from', '2026-01-02', 'to', '2026-01-05'),
			'reader' || n % 100 || '@example.com', case when n % 97 = 0 then 'failed' else 'done' end, 'Done',
			now() - n * interval '10 minutes', now() - n * interval '10 minutes', now() - n * interval '9 minutes'
		from generate_series(1, ${JOBS}) n`);
	for (const table of ['users', 'audit_log', 'jobs']) await db.execute(`vacuum analyze ${table}`);
}

process.on('message', (message) => {
	if (message !== 'fill') void shutDown();
	else void fillTables().then(() => process.send?.('filled'));
});
process.once('disconnect', () => void shutDown());
process.send?.(info);
