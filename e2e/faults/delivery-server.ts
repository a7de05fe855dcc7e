/**
 * The unmodified product, except that everything sent to other servers goes to a port of this machine, which production can't be configured to do.
 * With NOTICES it first queues that many alerts, each for its own filter.
 */
import { readFileSync } from 'node:fs';
import { compose } from '@sw/server/compose/compose';
import { readConfig } from '@sw/server/config/config';
import { createSmallMarket } from '@sw/server/intake/testing/small-market';
import { createLoopbackAgent } from '@sw/server/outside/https/testing/loopback-agent';
import { onStopSignal } from '@sw/server/platform/stop-signals';
import type { Records } from '@sw/store/postgres/records';

/** Filters per account. */
const FILTERS_PER_ACCOUNT = 10;

const { RECEIVER = '', NOTICES = '', BROWSER = '' } = process.env;
const product = await compose(readConfig(process.env, process.cwd()), {
	agent: createLoopbackAgent(Number(RECEIVER)),
	web: false,
	reportSessions: 1,
	provider: async (_stores, calendar) => createSmallMarket(20, 30, { siteCalendar: calendar }),
});
onStopSignal(() => void product.close().then(() => process.exit(0)));
await product.listen();
await product.run();
if (NOTICES !== '') {
	await product.market.settled;
	const report = product.market.reports.newest();
	if (!report) throw new Error('There is no report.');
	await queueAlerts(product.stores.records.pool, Number(NOTICES), report.time, JSON.parse(readFileSync(BROWSER, 'utf8')));
	console.log('PLANNED');
}

/**
 * Stores what a report's jobs leave behind: accounts with ten filters, one message and one delivery per filter, over the three channels in turn. Every
 * account has one browser, with the given keys, and one webhook.
 */
async function queueAlerts(
	pool: Records['pool'],
	alertCount: number,
	reportTime: number,
	{ p256dh, auth, secret }: { p256dh: string; auth: string; secret: string },
): Promise<void> {
	const client = await pool.connect();
	const runQuery = (text: string, values: unknown[] = []) => client.query(text, values);
	const report = new Date(reportTime).toISOString();
	const ownerId = "('00000000-0000-4000-9000-' || to_char(n, 'fm000000000000'))::uuid";
	const accountCount = Math.ceil(alertCount / FILTERS_PER_ACCOUNT);
	try {
		await runQuery('begin');
		const { rows } = await runQuery("select value #>> '{push,publicKey}' as key from settings where key = 'delivery_secrets'");
		await runQuery(
			`insert into users (id, email, email_key, role, status, license, preferences, created_at, confirmed_at)
			select ${ownerId}, 'reader' || n || '@example.test', 'reader' || n || '@example.test', 'user', 'active', 'pro', '{"notices":{"mail":true}}', now(), now()
			from generate_series(1, $1::int) n`,
			[accountCount],
		);
		await runQuery(
			`insert into delivery_settings (user_id, "when", quiet_on, quiet_from, quiet_to, zone, most_a_day, cool_down, only_favourites, push, webhook, updated_at)
			select ${ownerId}, 'at_once', false, 0, 60, 'Etc/UTC', 100, 0, false, true, true, now() from generate_series(1, $1::int) n`,
			[accountCount],
		);
		await runQuery(
			`insert into push_subscriptions (user_id, endpoint, p256dh, auth, server_key, agent, created_at)
			select ${ownerId}, 'https://fcm.googleapis.com/send/' || n, $2, $3, $4, 'a browser', now() from generate_series(1, $1::int) n`,
			[accountCount, p256dh, auth, (rows as { key: string }[])[0]?.key],
		);
		await runQuery(
			`insert into webhooks (user_id, url, secret, created_at)
			select ${ownerId}, 'https://hooks.example.com/' || n, $2, now() from generate_series(1, $1::int) n`,
			[accountCount, secret],
		);
		await runQuery(
			`with new_filters as (
				insert into filters (user_id, tab, strategy, name, name_key, conditions, feed_position, created_at, updated_at, conditions_at)
				select ('00000000-0000-4000-9000-' || to_char((k - 1) / ${FILTERS_PER_ACCOUNT} + 1, 'fm000000000000'))::uuid, 'free', 'first', 'List ' || k, 'list ' || k, '[]', k % ${FILTERS_PER_ACCOUNT},
					now(), now(), now()
				from generate_series(1, $1::int) k
				returning id, user_id, name
			), new_messages as (
				insert into messages (user_id, kind, filter_id, report_time, report_version, since_time, since_version, entered, "left", subject, content, created_at)
				select user_id, 'filter', id, $2::timestamptz, 1, $2::timestamptz - interval '1 hour', 1, array[1, 2], array[3], name,
					'{"tab":"free","strategy":"first","operation":"long","entries":[],"matches":2,"before":1,"of":20}', now()
				from new_filters
				returning id, user_id, subject
			)
			insert into deliveries (user_id, channel, moment, message_ids, due_at, created_at)
			select user_id, (array['mail', 'push', 'webhook'])[1 + substr(subject, 6)::int % 3], subject, array[id], now(), now() from new_messages`,
			[alertCount, report],
		);
		await runQuery('commit');
	} finally {
		client.release();
	}
}
