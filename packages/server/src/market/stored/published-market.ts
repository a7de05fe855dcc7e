import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import { type LastLease, readLastLease } from '@sw/store/postgres/lead/fence';
import type { Db } from '@sw/store/postgres/records';
import { readChangeCounts } from '@sw/store/postgres/records/changes';
import { FILING_CHANGES } from '@sw/store/postgres/records/filings';
import { readMarketClockWithAge } from '@sw/store/postgres/records/market-clock';
import { chainLength } from '@sw/store/postgres/records/reports/reports';
import { saveSetting, settingsOf } from '@sw/store/postgres/records/settings';
import type { ClockReading } from '../../platform/clocks/followed-clock.ts';
import { storedUntilKey } from './stored-until.ts';

/** What the leading process publishes about its market, in addition to bars and reports. */
interface PublishedValues {
	/** First session in the leader's window. */
	window_from: ExchangeDate;
	/** The last opened session. */
	opened: ExchangeDate;
	/** Market seconds per wall-clock second, in trading hours. */
	speed: number;
	/** The session of the share basis of the tickers' shares. */
	shares_on: ExchangeDate;
	/** Set once all past reports are built. */
	settled: true;
}

export function publishMarketValue<K extends keyof PublishedValues>(
	db: Db,
	provider: string,
	name: K,
	value: PublishedValues[K],
): Promise<void> {
	return saveSetting(db, settingKey(provider, name), value);
}

function settingKey(provider: string, name: keyof PublishedValues): string {
	return `${name}:${provider}`;
}

/** The state that a following process polls. */
export interface PublishedMarket {
	/** Number that changes whenever the market restarts on other data; undefined until the first start has finished. */
	beginning: number | undefined;
	/** Undefined if no clock is published: a real market uses the wall clock, and the clock of a file market does not move. */
	clock: ClockReading | undefined;
	/** Ends of the stored bars and mentions. */
	barsUntil: UtcMs | undefined;
	mentionsUntil: UtcMs | undefined;
	/** Number of changes of filings. */
	filings: number;
	windowFrom: ExchangeDate | undefined;
	opened: ExchangeDate | undefined;
	sharesOn: ExchangeDate | undefined;
	settled: boolean;
	/** Number of reports in the chain. */
	links: number;
	/** Undefined if no process has ever led. */
	lease: LastLease | undefined;
}

export async function readPublishedMarket(db: Db, provider: string): Promise<PublishedMarket> {
	const keys = {
		bars: storedUntilKey(provider, 'bars'),
		mentions: storedUntilKey(provider, 'mentions'),
		windowFrom: settingKey(provider, 'window_from'),
		opened: settingKey(provider, 'opened'),
		speed: settingKey(provider, 'speed'),
		sharesOn: settingKey(provider, 'shares_on'),
		settled: settingKey(provider, 'settled'),
	};
	const [{ market: beginning }, values, clock, links, lease] = await Promise.all([
		readChangeCounts(db),
		settingsOf(db, [...Object.values(keys), FILING_CHANGES]),
		readMarketClockWithAge(db, provider),
		chainLength(db),
		readLastLease(db),
	]);
	const speed = values.get(keys.speed) as number | undefined;
	return {
		beginning,
		clock: clock && speed !== undefined ? { ...clock, speed } : undefined,
		barsUntil: values.get(keys.bars) as UtcMs | undefined,
		mentionsUntil: values.get(keys.mentions) as UtcMs | undefined,
		filings: Number(values.get(FILING_CHANGES) ?? 0),
		windowFrom: values.get(keys.windowFrom) as ExchangeDate | undefined,
		opened: values.get(keys.opened) as ExchangeDate | undefined,
		sharesOn: values.get(keys.sharesOn) as ExchangeDate | undefined,
		settled: values.has(keys.settled),
		links,
		lease,
	};
}
