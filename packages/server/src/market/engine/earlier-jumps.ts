import type { Session } from '@sw/domain/time/calendar';
import { exchangeDate, type TickerId } from '@sw/domain/time/units';
import { dateOfDay, dayNumber } from '@sw/domain/time/zone';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { dividendsOf, splitsOf } from '@sw/store/postgres/records/tickers/corporate-actions';
import { findJumps, findSessionJumps, type JumpParts, type TickerJump } from './find-jumps.ts';
import type { Universe } from './universe.ts';

/** No stored bar is older. */
export const FIRST_DATE = exchangeDate('1990-01-02');
/** The series store's times end a year later. */
const LAST_DATE = exchangeDate('2105-01-01');

interface KnownJumps {
	/** Names the stored bars and decisions that they follow from. */
	readonly key: string;
	/** The undecided jumps of each ticker that has some. */
	readonly jumps: ReadonlyMap<TickerId, readonly TickerJump[]>;
}

/** A scan of all stored bars, shared by engines that begin while nothing is stored in between. */
const known = new WeakMap<Stores, KnownJumps>();

/**
 * 1 for each row with an undecided jump up to the opening of `begin`, the first session that a new engine reads: a quarantine lasts until an administrator decides,
 * however long ago the jump was (signals.md 1.9.7). Without it a new engine would forget what one that has run for long remembers.
 */
export async function earlierJumps(parts: JumpParts & { universe: Universe }, begin: Pick<Session, 'date' | 'open'>): Promise<Uint8Array> {
	const { universe } = parts;
	const rows = new Uint8Array(universe.ids.length);
	for (const [id, jumps] of await undecidedJumps(parts)) {
		// In the first session that it reads an engine knows no close before it.
		const isKnown = jumps.some(({ date, until = Number.POSITIVE_INFINITY }) => date <= begin.date && until > begin.open);
		const row = isKnown ? universe.rowOf(id) : -1;
		if (row >= 0) rows[row] = 1;
	}
	return rows;
}

async function undecidedJumps(parts: JumpParts): Promise<KnownJumps['jumps']> {
	const { stores, provider, universe } = parts;
	const { db } = stores.records;
	const decisions = [await splitsOf(db, provider.name), await dividendsOf(db, provider.name)];
	const key = JSON.stringify([provider.name, await visibleBatches(db), decisions, [...universe.ids], [...universe.lateVolumes()]]);
	const before = known.get(stores);
	if (before?.key === key) return before.jumps;
	// A provider with a history reports splits from its first session on; no engine knows a close before that.
	const { slotsFrom } = provider.history ?? {};
	const from = slotsFrom === undefined ? FIRST_DATE : dateOfDay(dayNumber(slotsFrom) + 1);
	const found = [...(await findJumps(parts, from, LAST_DATE)), ...(await findSessionJumps(parts, from, LAST_DATE, [...universe.ids]))];
	const jumps = Map.groupBy(found, ({ tickerId }) => tickerId);
	// A request about one ticker leaves the scan of all where it is.
	if (universe.ids.length > 1) known.set(stores, { key, jumps });
	return jumps;
}
