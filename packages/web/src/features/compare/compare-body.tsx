import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { type CompareState, compareLink } from '../../entities/compare/compare-link.ts';
import { RANGES, rangesOf } from '../../entities/ticker/ranges.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import css from './compare.module.css';
import { CompareCharts } from './compare-charts.tsx';
import { CompareWheels } from './compare-wheels.tsx';
import type { Compared, ComparedWheel } from './queries.ts';
import { words } from './words.ts';

interface Props {
	compared: readonly Compared[];
	/** Of each. */
	wheels: readonly ComparedWheel[];
	state: CompareState;
	report: string;
}

/** What is compared, below the legend: controls, charts and wheels. */
export function CompareBody({ compared, wheels, state, report }: Props) {
	return (
		<>
			<CompareControls state={state} />
			{compared.length > 0 ? (
				<>
					<CompareCharts compared={compared} state={state} report={report} />
					<CompareWheels compared={compared} wheels={wheels} report={report} />
				</>
			) : null}
		</>
	);
}

/** The charts' timeframes, any number of them, and the range they share where they support it. */
function CompareControls({ state }: { state: CompareState }) {
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
