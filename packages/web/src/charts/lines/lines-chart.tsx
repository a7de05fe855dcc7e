import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useLookVersion } from '../use-look.ts';
import type { LinesChartHandle, LinesDrawing } from './draw-lines.ts';
import css from './lines-chart.module.css';

interface Props extends LinesDrawing {
	/** Accessible name of the chart, including its keyboard help. */
	label: string;
}

/** Factor for the number of visible bars, by key. Undefined shows all bars. */
const ZOOMS: Readonly<Record<string, number | undefined>> = { '+': 0.8, '=': 0.8, '-': 1.25, '0': undefined };
/** Distance to scroll by key, as a fraction of the visible bars. */
const MOVES: Readonly<Record<string, number>> = { ArrowLeft: -0.1, ArrowRight: 0.1 };

/** Shows lines for several tickers. The drawing code loads only in the browser; the text below has the same values. */
export function LinesChart({ lines, onSpan, label }: Props) {
	const box = useRef<HTMLDivElement>(null);
	const chart = useRef<LinesChartHandle>(undefined);
	const look = useLookVersion();
	const onSpanRef = useRef(onSpan);
	onSpanRef.current = onSpan;
	// biome-ignore lint/correctness/useExhaustiveDependencies: a changed appearance requires a redraw
	useEffect(() => {
		const host = box.current;
		if (!host) return undefined;
		let isUnmounted = false;
		void import('./draw-lines.ts')
			.then(({ drawLines }) => drawLines(host, { lines, onSpan: (span) => onSpanRef.current(span) }))
			.then((handle) => {
				if (isUnmounted) return handle.remove();
				chart.current = handle;
				host.dataset['drawn'] = '';
			});
		return () => {
			isUnmounted = true;
			chart.current?.remove();
			chart.current = undefined;
			delete host.dataset['drawn'];
		};
	}, [lines, look]);
	const onKeyDown = (event: KeyboardEvent): void => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.key in ZOOMS) chart.current?.zoom(ZOOMS[event.key]);
		else if (event.key in MOVES) chart.current?.move(MOVES[event.key]!);
		else return;
		event.preventDefault();
	};
	return (
		// biome-ignore lint/a11y/useSemanticElements: a chart that can be panned isn't a set of form fields
		// biome-ignore lint/a11y/noNoninteractiveTabindex: it can be panned by keyboard
		<div role="group" aria-label={label} tabIndex={0} className={`${css['region']} needs-script`} onKeyDown={onKeyDown}>
			<div ref={box} className={css['chart']} aria-hidden="true" />
		</div>
	);
}
