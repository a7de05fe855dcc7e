import { strategyNamed, TIMEFRAMES, type TimeframeIndex } from '@sw/domain/time/timeframe';
import { type ReactNode, useEffect, useState } from 'react';
import { INDICATORS, type Indicator, PANE_HEIGHTS, type PaneHeights, readHeights, readIndicators } from '../../charts/price/indicators.ts';
import { withTimeframe } from '../../entities/list-state/state.ts';
import { tickerLink } from '../../entities/ticker/links.ts';
import { rangesOf, type TickerState } from '../../entities/ticker/ticker-state.ts';
import type { StoredKey } from '../../lib/storage/storage-keys.ts';
import { readStored, writeStored } from '../../lib/storage/stored.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Popover } from '../../ui/dialogs/popover.tsx';
import form from '../../ui/form.module.css';
import css from './price.module.css';
import { chartWords as words } from './words.ts';

interface Props {
	id: number;
	state: TickerState;
	choice: ChartChoice;
	/** Indicators without data for this ticker. */
	missing: readonly Indicator[];
	/** The drawing tools. */
	children: ReactNode;
}

/** Shows the chart's toolbar: timeframe, range, layers and drawing tools. */
export function ChartControls({ id, state, choice, missing, children }: Props) {
	const toggleIndicator = (name: Indicator, isOn: boolean): void =>
		choice.showIndicators(INDICATORS.filter((indicator) => (indicator === name ? isOn : choice.indicators.includes(indicator))));
	const ratedTimeframes: readonly TimeframeIndex[] = strategyNamed(state.list.strategy).rated;
	return (
		<div className={css['chartControls']}>
			<Segmented
				label={words.timeframes}
				segments={TIMEFRAMES.map(({ name, label }, at) => ({
					key: name,
					label,
					note: ratedTimeframes.includes(at as TimeframeIndex) ? words.rated : undefined,
					active: name === state.list.timeframe,
					link: { ...tickerLink(id, { ...state, list: withTimeframe(state.list, name) }), preload: false },
				}))}
			/>
			<Segmented
				label={words.ranges}
				segments={rangesOf(state.list.timeframe).map((range) => ({
					key: range,
					label: words.rangeNames[range],
					active: range === state.range,
					link: { ...tickerLink(id, { ...state, range: range === state.range ? undefined : range }), preload: false },
				}))}
			/>
			<Popover button={words.layers} label={words.shown}>
				{() => (
					<div className={css['ticks']}>
						{INDICATORS.filter((name) => !missing.includes(name)).map((name) => (
							<Checkbox
								key={name}
								label={words.indicators[name]}
								on={choice.indicators.includes(name)}
								change={(on) => toggleIndicator(name, on)}
							/>
						))}
						<Checkbox label={words.gapLines} on={choice.gapLines} change={choice.showGapLines} />
						{state.list.timeframe === 'day' ? null : <Checkbox label={words.extended} on={choice.extended} change={choice.showExtended} />}
					</div>
				)}
			</Popover>
			{children}
		</div>
	);
}

function Checkbox({ label, on, change }: { label: string; on: boolean; change: (on: boolean) => void }) {
	return (
		<label className={form['choice']}>
			<input type="checkbox" checked={on} onChange={(event) => change(event.currentTarget.checked)} />
			{label}
		</label>
	);
}

export interface ChartChoice {
	indicators: readonly Indicator[];
	showIndicators: (indicators: readonly Indicator[]) => void;
	gapLines: boolean;
	showGapLines: (on: boolean) => void;
	/** Bars before the open and after the close, for traders. */
	extended: boolean;
	showExtended: (on: boolean) => void;
	heights: PaneHeights;
	saveHeights: (heights: Partial<PaneHeights>) => void;
}

/** Returns the layers and heights of price charts, stored in this browser. The server can't read them, so the default layers are shown at first. */
export function useChartChoice(): ChartChoice {
	const [shownIndicators, setShownIndicators] = useState<readonly Indicator[]>(INDICATORS);
	const [gapLines, showGapLines] = useFlag('chartTVGapVerticalLine', true);
	const [extended, showExtended] = useFlag('chartTVExtendedHours', false);
	const [heights, setHeights] = useState(PANE_HEIGHTS);
	useEffect(() => {
		setShownIndicators(readStored('tickerDetailsIndicatorsValue', readIndicators) ?? INDICATORS);
		setHeights(readStored('chartTVCoefficients', readHeights) ?? PANE_HEIGHTS);
	}, []);
	return {
		indicators: shownIndicators,
		showIndicators: (next) => {
			setShownIndicators(next);
			writeStored('tickerDetailsIndicatorsValue', next);
		},
		gapLines,
		showGapLines,
		extended,
		showExtended,
		heights,
		saveHeights: (changed) => {
			const next = { ...heights, ...changed };
			setHeights(next);
			writeStored('chartTVCoefficients', next);
		},
	};
}

/** Returns a choice that is stored in this browser, and the function that changes it. */
function useFlag(key: StoredKey, initial: boolean): [on: boolean, change: (on: boolean) => void] {
	const [on, setOn] = useState(initial);
	useEffect(() => setOn(readStored(key, (value) => (typeof value === 'boolean' ? value : undefined)) ?? initial), [key, initial]);
	return [
		on,
		(next) => {
			setOn(next);
			writeStored(key, next);
		},
	];
}
