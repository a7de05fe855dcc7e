import { formatEt } from '@sw/domain/time/format';
import { TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';

/** Shown for unknown values. */
export const NOT_KNOWN = 'n/a';

const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const share = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
const change = new Intl.NumberFormat('en-US', {
	style: 'percent',
	minimumFractionDigits: 2,
	maximumFractionDigits: 2,
	signDisplay: 'exceptZero',
});
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
const twoDigits = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, minimumFractionDigits: 2 });

type Figure = number | null;

function known(format: Intl.NumberFormat) {
	return (value: Figure): string => (value === null ? NOT_KNOWN : format.format(value));
}

/** Dollars with two decimals, without a currency sign. */
export const price = known(money);
export const count = known(whole);
/** Formats a fraction as a percentage. */
export const percent = known(share);
/** Formats a fraction as a percentage with its sign. */
export const changed = known(change);
export const capitalization = known(compact);
/** A z, in typical moves. */
export const moves = known(twoDigits);

/** Depths separated by spaces, such as '3 0 -'. */
export function rings(depths: readonly Figure[]): string {
	return depths.map((depth) => depth ?? '-').join(' ');
}

export function labelOf(timeframe: Timeframe): string {
	return TIMEFRAMES.find(({ name }) => name === timeframe)?.label ?? timeframe;
}

export function framesText(timeframes: readonly Timeframe[]): string {
	return timeframes.map(labelOf).join('·');
}

/** An ISO instant as '06/30/2026 11:45 AM ET'. */
export function eastern(iso: string): string {
	return `${formatEt(Date.parse(iso), 'datetime')} ET`;
}

/** The data source; simulated data is always labelled. */
export function sourceText({ provider, simulated }: { provider: string; simulated: boolean }): string {
	return simulated && !/simulated/i.test(provider) ? `${provider} (simulated)` : provider;
}
