import { useEffect, useRef, useState } from 'react';
import { LIGHT_SYSTEM } from '../../lib/scheme.ts';
import { type Drawing, drawPriceChart, type PriceChart } from './draw.ts';
import css from './price-chart.module.css';
import type { PaneHeights } from './shown.ts';

interface Props extends Drawing {
	/** Hears how the reader has dragged the panes. */
	keepHeights: (heights: Partial<PaneHeights>) => void;
}

/** Counts up whenever the theme, the system's while it decides, or the palette changes: the canvas must be drawn again. */
const useLook = (): number => {
	const [look, setLook] = useState(0);
	useEffect(() => {
		const again = (): void => setLook((before) => before + 1);
		const observer = new MutationObserver(again);
		const system = matchMedia(LIGHT_SYSTEM);
		system.addEventListener('change', again);
		observer.observe(document.documentElement, { attributeFilter: ['data-scheme', 'data-palette'] });
		return () => {
			observer.disconnect();
			system.removeEventListener('change', again);
		};
	}, []);
	return look;
};

/**
 * Candles with their layers and panes. The drawing library is fetched in the browser only, after the page; what stands beside the chart says
 * the same in words.
 */
export const PriceChartView = ({ chart, fan, report, shown, gapLines, heights, names, keepHeights }: Props) => {
	const box = useRef<HTMLDivElement>(null);
	const drawn = useRef<PriceChart>(undefined);
	const look = useLook();
	const { time, label } = report;
	// Heights that the reader drags are the chart's already: only the ones that it starts with are drawn.
	const start = useRef(heights);
	start.current = heights;
	// biome-ignore lint/correctness/useExhaustiveDependencies: another look is another drawing
	useEffect(() => {
		const host = box.current;
		if (!host) return undefined;
		let gone = false;
		void drawPriceChart(host, { chart, fan, report: { time, label }, shown, gapLines, heights: start.current, names }).then((made) => {
			if (gone) made.remove();
			else drawn.current = made;
		});
		return () => {
			gone = true;
			drawn.current?.remove();
			drawn.current = undefined;
		};
	}, [chart, fan, time, label, shown, gapLines, names, look]);
	return (
		<div
			ref={box}
			className={`${css['chart']} needs-script`}
			data-panes={shown.length}
			aria-hidden="true"
			onPointerUp={() => {
				if (drawn.current) keepHeights(drawn.current.heights());
			}}
		/>
	);
};
