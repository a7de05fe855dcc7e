import type { BarValues } from '../../charts/price/chart-data.ts';
import { directionOf, formatChange, formatCompact, formatPrice } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { Change } from '../../ui/content/change.tsx';
import css from './price.module.css';
import { chartWords } from './words.ts';

const words = chartWords.readout;

/** Formats the start of a bar, with its part of the trading day if it is outside regular hours. */
export function formatBarTime({ time, part }: Pick<BarValues, 'time' | 'part'>): string {
	const text = etDateTime(msOf(time));
	return part ? words.times[part](text) : text;
}

/** Describes a bar in one sentence. `forms`: forms of the filings in the bar. */
export function describeBar(bar: BarValues, forms?: string): string {
	const sentence = words.sentence(
		formatBarTime(bar),
		[bar.open, bar.high, bar.low, bar.close].map(formatMaybePrice),
		formatVolume(bar),
		bar.change === null ? chartWords.missing : formatChange(bar.change),
	);
	return forms === undefined ? sentence : `${sentence} ${words.filings(forms)}`;
}

function formatVolume({ volume }: BarValues): string {
	return volume === null ? chartWords.missing : formatCompact(volume);
}

function formatMaybePrice(value: number | null): string {
	return value === null ? chartWords.missing : formatPrice(value);
}

interface Props {
	bar: BarValues;
	/** Forms of the filings in the bar. */
	forms: string | undefined;
	/** Whether the bar was reached by keyboard; screen readers then announce it. */
	byKeyboard: boolean;
}

/** Shows the numbers of the bar at the crosshair, or of the newest bar. */
export function Readout({ bar, forms, byKeyboard }: Props) {
	return (
		<>
			<dl className={css['readout']}>
				<div>
					<dt className="visually-hidden">{words.bar}</dt>
					<dd>{formatBarTime(bar)}</dd>
				</div>
				{(['open', 'high', 'low', 'close'] as const).map((name) => (
					<div key={name}>
						<dt>{words[name]}</dt>
						<dd>{formatMaybePrice(bar[name])}</dd>
					</div>
				))}
				<div>
					<dt>{words.volume}</dt>
					<dd>{formatVolume(bar)}</dd>
				</div>
				<div>
					<dt>{words.change}</dt>
					<dd>
						{bar.change === null ? chartWords.missing : <Change text={formatChange(bar.change)} direction={directionOf(bar.change)} />}
					</dd>
				</div>
				{forms === undefined ? null : (
					<div>
						<dt>{words.filed}</dt>
						<dd>{forms}</dd>
					</div>
				)}
			</dl>
			<p className="visually-hidden" role="status">
				{byKeyboard ? describeBar(bar, forms) : ''}
			</p>
		</>
	);
}
