import type { IssuerFiling } from '@sw/domain/filings/filing';
import { DAY, type UtcMs, utcMs } from '@sw/domain/time/units';
import { ALL_ISSUERS, type StoredFiling } from '@sw/store/postgres/records/filings';
import type { Provider, ProviderFilings } from '../../intake/provider.ts';
import { KEPT_DAYS, type StoredFilings } from './stored-filings.ts';

/** Days per read of the past, to limit how many filings are in memory. */
const DAYS_AT_ONCE = 50;

/**
 * Brings the filings of a market that has its own up to `time`. Those from before the first reading count as seen then, and later ones as the market passed
 * them.
 */
export async function readFilingsUntil(
	{ provider, filings }: { provider: Pick<Provider, 'filings'>; filings: StoredFilings },
	time: UtcMs,
): Promise<void> {
	if (!provider.filings) return;
	await filings.refresh();
	const until = filings.until();
	if (until === undefined) return readPast(provider.filings, filings, time);
	if (time <= until) return;
	const accepted = await provider.filings.accepted(until, time);
	const span = { cik: ALL_ISSUERS, fromAt: filings.followedFrom() ?? until, toAt: time };
	await filings.save({ filings: accepted.map(rowOf), spans: [span] });
}

async function readPast(provider: ProviderFilings, filings: StoredFilings, time: UtcMs): Promise<void> {
	const from = utcMs(time - KEPT_DAYS * DAY);
	for (let at = from; at < time; at = utcMs(at + DAYS_AT_ONCE * DAY)) {
		const accepted = await provider.accepted(at, utcMs(Math.min(time, at + DAYS_AT_ONCE * DAY)));
		await filings.save({ filings: accepted.map((filing) => ({ ...rowOf(filing), seenAt: time })) });
	}
	const issuers = await provider.issuers();
	// The span comes last: until then, a start that is interrupted begins again.
	await filings.save({ issuers: issuers.map((issuer) => ({ ...issuer, since: from })) });
	await filings.save({ spans: [{ cik: ALL_ISSUERS, fromAt: from, toAt: time, knownAt: time }] });
}

export function rowOf({ items, ...filing }: IssuerFiling): StoredFiling {
	return { ...filing, items: items.join() };
}
