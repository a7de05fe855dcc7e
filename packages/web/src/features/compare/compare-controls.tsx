import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { type CompareState, compareLink } from '../../entities/compare/compare-link.ts';
import { RANGES, rangesOf } from '../../entities/ticker/ranges.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import css from './compare.module.css';
import { words } from './words.ts';

/** The charts' timeframes, any number of them, and the range they share where they support it. */
export function CompareControls({ state }: { state: CompareState }) {
	const { tickers, timeframes, range } = state;
	const names = TIMEFRAMES.map(({ name }) => name);
	return (
		<div className={css['controls']}>
			<Segmented
				label={words.timeframes}
				segments={TIMEFRAMES.map(({ name, label }) => {
					const isOn = timeframes.includes(name);
					const next = names.filter((other) => (other === name ? !isOn : timeframes.includes(other)));
					return {
						key: name,
						label,
						active: isOn,
						// The last one stays.
						link: { ...compareLink(tickers, { ...state, timeframes: next.length > 0 ? next : timeframes }), preload: false },
					};
				})}
			/>
			<Segmented
				label={words.ranges}
				segments={RANGES.filter((one) => timeframes.some((timeframe) => rangesOf(timeframe).includes(one))).map((one) => ({
					key: one,
					label: words.rangeNames[one],
					active: one === range,
					link: { ...compareLink(tickers, { ...state, range: one === range ? undefined : one }), preload: false },
				}))}
			/>
		</div>
	);
}
