import { useEffect, useMemo } from 'react';
import type { ChartLevels } from './chart-levels.ts';
import { LevelBar } from './level-bar.tsx';
import { drawnLevel } from './level-text.ts';
import { useDrawing } from './use-drawing.ts';
import { useLevels } from './use-levels.ts';

interface Props {
	id: number;
	/** New shares for one old by splits after the chart's share basis. */
	laterSplits: number;
	/** Called with the levels to draw and the click handler. */
	notify: (levels: ChartLevels) => void;
}

/** The reader's levels of a ticker: the drawing controls, and the updates to the chart. */
export function Levels({ id, laterSplits, notify }: Props) {
	const levels = useLevels(id, laterSplits);
	const drawing = useDrawing(levels);
	const { pick, kind } = drawing;
	const drawn = useMemo(() => (levels.levels ?? []).map(drawnLevel), [levels.levels]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: `pick` is another function at each drawing, and changes with these alone
	useEffect(() => notify({ drawn, picking: kind !== undefined, pick }), [notify, drawn, kind, drawing.first]);
	return <LevelBar levels={levels} drawing={drawing} />;
}
