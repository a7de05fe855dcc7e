import { notifyChange } from '@sw/store/postgres/records/changes';
import { buildPending } from '../past/build-pending.ts';
import { fillAttention } from '../slots/fill-attention.ts';
import { fillWindow } from '../slots/fill-window.ts';
import { storedUntil } from '../stored/stored-until.ts';
import { type MarketContext, marketPartsOf, showStored } from './market-context.ts';

/** For a market whose clock is stopped at the end of its data: builds the reports of imports and fills the caches of requests. */
export async function showPausedMarket(context: MarketContext): Promise<void> {
	const { stores, provider, clock, rows, readiness } = context;
	await showStored(context);
	const parts = await marketPartsOf(context, context.ending);
	await buildPending(parts, context.parameters());
	const until = (await storedUntil(stores.records.db, provider.name, 'bars')) ?? clock.now();
	await fillWindow(parts, until);
	await fillAttention(parts, until);
	rows.show();
	await notifyChange(stores.records.db, 'market');
	readiness.set('ready');
	context.settle();
}

/** The same again, when more is stored. */
export async function refreshPausedMarket(context: MarketContext): Promise<void> {
	const { stores, provider, clock, rows } = context;
	const until = (await storedUntil(stores.records.db, provider.name, 'bars')) ?? clock.now();
	rows.renew(await provider.universe(until));
	await showPausedMarket(context);
	clock.showPausedMarket(until);
}
