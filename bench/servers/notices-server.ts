/** A small product with unpaid orders that accepts payment notifications; reference: a bare handler that reads requests and stores nothing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { startSmallProduct } from '../tools/small-product.ts';

const [providerUrl = '', orderCount = '0'] = process.argv.slice(2);

export interface PaymentServerInfo {
	url: string;
	referenceUrl: string;
}
/** Numbers of stored notifications, of those not processed yet, of those processed, and of paid orders. */
export interface NotificationCounts {
	stored: number;
	waiting: number;
	processed: number;
	paid: number;
}

const { product, info, shutDown } = await startSmallProduct(
	{
		SIGNALWHEEL_PAYMENTS: 'payproglobal',
		SIGNALWHEEL_PAYPRO_ACCOUNT: '4711',
		SIGNALWHEEL_PAYPRO_API_SECRET: 'api-secret',
		SIGNALWHEEL_PAYPRO_VALIDATION_KEY: 'validation-key',
		SIGNALWHEEL_PAYPRO_SECRET_KEY: 'secret-key',
	},
	{ vendors: { payproglobal: providerUrl } },
);
const { db } = product.stores.records;

await db.execute(
	`
	insert into users (id, email, email_key, name, role, status, created_at, confirmed_at)
	select gen_random_uuid(), 'buyer' || n || '@example.com', 'buyer' || n || '@example.com', '', 'user', 'active', now(), now()
	from generate_series(1, ${Number(orderCount)}) n`,
);
await db.execute(
	`
	insert into orders (id, code, user_id, product_id, product_name, provider_product_id, license, period, trial_days, currency, cents, state, created_at, updated_at)
	select gen_random_uuid(), 'BENCH' || n, (select id from users where email_key = 'buyer' || n || '@example.com'), p.id, p.name, '81', p.license, p.period, 0,
		'USD', 4900, 'waiting', now(), now()
	from generate_series(1, ${Number(orderCount)}) n cross join (select * from products where license = 'premium' and period = 'month') p`,
);
for (const table of ['users', 'orders']) await db.execute(`vacuum analyze ${table}`);

/** The process counts as idle below this utilization of its event loop: work after a first start (calibrating forecasts) must not be measured. */
const IDLE_UTILIZATION = 0.5;
for (let utilization = 1; utilization > IDLE_UTILIZATION; ) {
	const utilizationBefore = performance.eventLoopUtilization();
	await new Promise((resolve) => setTimeout(resolve, 1_000));
	utilization = performance.eventLoopUtilization(utilizationBefore).utilization;
}

const reference = createServer((request, response) => {
	request.resume().on('end', () => response.end());
});
await new Promise<void>((resolve) => reference.listen(0, '127.0.0.1', resolve));

async function countNotifications(): Promise<NotificationCounts> {
	const { rows } = await db.execute(
		`
		select (select count(*) from payment_notices)::int as stored,
			(select count(*) from payment_notices where state = 'received')::int as waiting,
			(select count(*) from payment_notices where state = 'worked')::int as processed,
			(select count(*) from orders where state = 'processed')::int as paid`,
	);
	return rows[0] as unknown as NotificationCounts;
}

process.on('message', (message) => {
	if (message !== 'counts') void shutDown();
	else void countNotifications().then((counts) => process.send?.(counts));
});
process.once('disconnect', () => void shutDown());
process.send?.({
	url: info.url,
	referenceUrl: `http://127.0.0.1:${(reference.address() as AddressInfo).port}`,
} satisfies PaymentServerInfo);
