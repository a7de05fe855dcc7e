import { formatEt } from '@sw/domain/time/format';
import { TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';

/** Shown for unknown values. */
export const UNKNOWN_VALUE = 'n/a';

const moneyFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const integerFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percentFormat = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
const signedPercentFormat = new Intl.NumberFormat('en-US', {
	style: 'percent',
	minimumFractionDigits: 2,
	maximumFractionDigits: 2,
	signDisplay: 'exceptZero',
});
const compactFormat = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
const decimalFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, minimumFractionDigits: 2 });

type NullableNumber = number | null;

function createFormatter(format: Intl.NumberFormat) {
	return (value: NullableNumber): string => (value === null ? UNKNOWN_VALUE : format.format(value));
}

/** Formats dollars with two decimals, without a currency sign. */
export const formatPrice = createFormatter(moneyFormat);
export const formatCount = createFormatter(integerFormat);
/** Formats a fraction as a percentage. */
export const formatPercent = createFormatter(percentFormat);
/** Formats a fraction as a percentage with its sign. */
export const formatSignedPercent = createFormatter(signedPercentFormat);
export const formatCapitalization = createFormatter(compactFormat);
/** Formats a z-score, in units of typical moves. */
export const formatTypicalMoves = createFormatter(decimalFormat);

/** Joins depths with spaces, such as '3 0 -'. */
export function formatDepths(depths: readonly NullableNumber[]): string {
	return depths.map((depth) => depth ?? '-').join(' ');
}

export function formatTimeframe(timeframe: Timeframe): string {
	return TIMEFRAMES.find(({ name }) => name === timeframe)?.label ?? timeframe;
}

export function formatTimeframes(timeframes: readonly Timeframe[]): string {
	return timeframes.map(formatTimeframe).join('·');
}

/** Formats an ISO instant as '06/30/2026 11:45 AM ET'. */
export function formatEasternTime(iso: string): string {
	return `${formatEt(Date.parse(iso), 'datetime')} ET`;
}

/** Describes the data source; simulated data is always labelled. */
export function describeSource({ provider, simulated }: { provider: string; simulated: boolean }): string {
	return simulated && !/simulated/i.test(provider) ? `${provider} (simulated)` : provider;
}
