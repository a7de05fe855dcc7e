/**
 * The unmodified product, except that everything sent to other servers goes to a port of this machine, which production can't be configured to do.
 * With NOTICES it first queues that many alerts, each for its own filter.
 */
import { readFileSync } from 'node:fs';
import { compose } from '@sw/server/compose/compose';
import { readConfig } from '@sw/server/config/config';
import { smallMarket } from '@sw/server/intake/testing/small-market';
import { loopbackAgent } from '@sw/server/outside/https/testing/loopback-agent';
import { onStopSignal } from '@sw/server/platform/stop-signals';
import type { Records } from '@sw/store/postgres/records';

/** Filters per account. */
const EACH = 10;

const { RECEIVER = '', NOTICES = '', BROWSER = '' } = process.env;
const product = await compose(readConfig(process.env, process.cwd()), {
	agent: loopbackAgent(Number(RECEIVER)),
	web: false,
	reportSessions: 1,
	provider: async (_stores, calendar) => smallMarket(20, 30, { siteCalendar: calendar }),
});
onStopSignal(() => void product.close().then(() => process.exit(0)));
await product.listen();
await product.run();
if (NOTICES !== '') {
	await product.market.settled;
	const report = product.market.reports.newest();
	if (!report) throw new Error('There is no report.');
	await planNotices(product.stores.records.pool, Number(NOTICES), report.time, JSON.parse(readFileSync(BROWSER, 'utf8')));
	console.log('PLANNED');
}

/**
 * The state after a report's jobs: accounts with ten filters, one message and one delivery per filter, over the three channels in turn. Every
 * account has one browser, with given keys, and one webhook address.
 */
async function planNotices(
	pool: Records['pool'],
	count: number,
	reportTime: number,
	{ p256dh, auth, secret }: { p256dh: string; auth: string; secret: string },
): Promise<void> {
	const client = await pool.connect();
	const run = (text: string, values: unknown[] = []) => client.query(text, values);
	const report = new Date(reportTime).toISOString();
	const owner = "('00000000-0000-4000-9000-' || to_char(n, 'fm000000000000'))::uuid";
	const accounts = Math.ceil(count / EACH);
	try {
		await run('begin');
		const { rows } = await run("select value #>> '{push,publicKey}' as key from settings where key = 'delivery_secrets'");
		await run(
			`insert into users (id, email, email_key, role, status, license, preferences, created_at, confirmed_at)
			select ${owner}, 'reader' || n || '@example.test', 'reader' || n || '@example.test', 'user', 'active', 'pro', '{"notices":{"mail":true}}', now(), now()
			from generate_series(1, $1::int) n`,
			[accounts],
		);
		await run(
			`insert into delivery_settings (user_id, "when", quiet_on, quiet_from, quiet_to, zone, most_a_day, cool_down, only_favourites, push, webhook, updated_at)
			select ${owner}, 'at_once', false, 0, 60, 'Etc/UTC', 100, 0, false, true, true, now() from generate_series(1, $1::int) n`,
			[accounts],
		);
		await run(
			`insert into push_subscriptions (user_id, endpoint, p256dh, auth, server_key, agent, created_at)
			select ${owner}, 'https://fcm.googleapis.com/send/' || n, $2, $3, $4, 'a browser', now() from generate_series(1, $1::int) n`,
			[accounts, p256dh, auth, (rows as { key: string }[])[0]?.key],
		);
		await run(
			`insert into webhooks (user_id, url, secret, created_at)
			select ${owner}, 'https://hooks.example.com/' || n, $2, now() from generate_series(1, $1::int) n`,
			[accounts, secret],
		);
		await run(
			`with made as (
				insert into filters (user_id, tab, strategy, name, name_key, conditions, feed_position, created_at, updated_at, conditions_at)
				select ('00000000-0000-4000-9000-' || to_char((k - 1) / ${EACH} + 1, 'fm000000000000'))::uuid, 'free', 'first', 'List ' || k, 'list ' || k, '[]', k % ${EACH},
					now(), now(), now()
				from generate_series(1, $1::int) k
				returning id, user_id, name
			), sent as (
				insert into messages (user_id, kind, filter_id, report_time, report_version, since_time, since_version, entered, "left", subject, content, created_at)
				select user_id, 'filter', id, $2::timestamptz, 1, $2::timestamptz - interval '1 hour', 1, array[1, 2], array[3], name,
					'{"tab":"free","strategy":"first","operation":"long","entries":[],"matches":2,"before":1,"of":20}', now()
				from made
				returning id, user_id, subject
			)
			insert into deliveries (user_id, channel, moment, message_ids, due_at, created_at)
			select user_id, (array['mail', 'push', 'webhook'])[1 + substr(subject, 6)::int % 3], subject, array[id], now(), now() from sent`,
			[count, report],
		);
		await run('commit');
	} finally {
		client.release();
	}
}
