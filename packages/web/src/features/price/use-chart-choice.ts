import { useEffect, useState } from 'react';
import { INDICATORS, type Indicator, PANE_HEIGHTS, type PaneHeights, readHeights, readIndicators } from '../../charts/price/shown.ts';
import { readStored, writeStored } from '../../lib/storage/stored.ts';

export interface ChartChoice {
	shown: readonly Indicator[];
	show: (shown: readonly Indicator[]) => void;
	gapLines: boolean;
	showGapLines: (on: boolean) => void;
	heights: PaneHeights;
	keepHeights: (heights: Partial<PaneHeights>) => void;
}

/** The layers this browser shows in price charts. Everything until loaded: the server doesn't know. */
export function useChartChoice(): ChartChoice {
	const [shown, setShown] = useState<readonly Indicator[]>(INDICATORS);
	const [gapLines, setGapLines] = useState(true);
	const [heights, setHeights] = useState(PANE_HEIGHTS);
	useEffect(() => {
		setShown(readStored('tickerDetailsIndicatorsValue', readIndicators) ?? INDICATORS);
		setGapLines(readStored('chartTVGapVerticalLine', (value) => (typeof value === 'boolean' ? value : undefined)) ?? true);
		setHeights(readStored('chartTVCoefficients', readHeights) ?? PANE_HEIGHTS);
	}, []);
	return {
		shown,
		show: (next) => {
			setShown(next);
			writeStored('tickerDetailsIndicatorsValue', next);
		},
		gapLines,
		showGapLines: (on) => {
			setGapLines(on);
			writeStored('chartTVGapVerticalLine', on);
		},
		heights,
		keepHeights: (changed) => {
			const next = { ...heights, ...changed };
			setHeights(next);
			writeStored('chartTVCoefficients', next);
		},
	};
}
