import { tellChange } from '@sw/store/postgres/records/changes';
import { buildPending } from '../past/build-pending.ts';
import { feedAttention } from '../slots/feed-attention.ts';
import { feedWindow } from '../slots/feed-window.ts';
import { storedUntil } from '../stored/stored-until.ts';
import { partsOf, showStored, type Upkeep } from './upkeep.ts';

/** Reads what is stored, for a market that stands at the end of its data: builds the reports of imports and fills what requests read. */
export const stand = async (upkeep: Upkeep): Promise<void> => {
	const { stores, provider, clock, rows, readiness } = upkeep;
	await showStored(upkeep);
	const parts = await partsOf(upkeep, upkeep.ending);
	await buildPending(parts, upkeep.parameters());
	const until = (await storedUntil(stores.records.db, provider.name, 'bars')) ?? clock.now();
	await feedWindow(parts, until);
	await feedAttention(parts, until);
	rows.show();
	await tellChange(stores.records.db, 'market');
	readiness.set('ready');
	upkeep.settle();
};

/** The same again, when more is stored. */
export const standAgain = async (upkeep: Upkeep): Promise<void> => {
	const { stores, provider, clock, rows } = upkeep;
	const until = (await storedUntil(stores.records.db, provider.name, 'bars')) ?? clock.now();
	rows.renew(await provider.universe(until));
	await stand(upkeep);
	clock.stand(until);
};
