import { HUB_LINE, RIM } from '@sw/domain/signals/wheel/geometry';
import { mergedPaths } from '@sw/domain/signals/wheel/merge';
import { type Depth, type WheelModel, wheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { Colours, Shades } from '../../charts/wheel/annotated-notes.tsx';
import { cellClasses } from '../../charts/wheel/cell-classes.ts';
import wheelCss from '../../charts/wheel/wheel.module.css';
import css from './about.module.css';
import type { Part } from './parts.ts';

const STRATEGY = strategyNamed('first');
const SECTORS = [
	{ sector: 'price', operation: 'short' },
	{ sector: 'call_with_put', operation: null },
	{ sector: 'volume', operation: null },
	{ sector: 'call_without_put', operation: 'short' },
] as const;

const RINGS = [...STRATEGY.slots, ...STRATEGY.higher].length;

/** A wheel in which only the given cells are lit. */
function showing(depthAt: (slice: number, ring: number) => Depth): WheelModel {
	return wheelModel(
		SECTORS.map((sector, slice) => ({ ...sector, intersections: Array.from({ length: RINGS }, (_, ring) => depthAt(slice, ring)) })),
		STRATEGY,
		'short',
	);
}

/** The last ring of the rated ones. */
const RATED = STRATEGY.slots.length - 1;

const WHEELS = {
	slices: showing((slice) => (slice === 0 ? 4 : 0)),
	rings: showing((_, ring) => (ring === RATED ? 4 : 0)),
	number: showing(() => 0),
	dashed: showing((slice, ring) => (slice === 3 && ring >= RATED ? null : 0)),
} as const;

/** The visible part of the wheel, from its middle to each side. */
const NEAR = RIM / 2;

interface Props {
	part: Part;
	/** In the middle of the wheel above. */
	rate: number;
}

/** A part of the wheel drawn on its own. */
export function PartDrawing({ part, rate }: Props) {
	if (part === 'shade') return <Shades />;
	if (part === 'colour') return <Colours />;
	return <SmallWheel part={part} centre={part === 'number' ? String(rate) : ''} />;
}

function SmallWheel({ part, centre = '' }: { part: keyof typeof WHEELS; centre?: string }) {
	return (
		<svg
			className={`${wheelCss['wheel']} ${css['small']} ${part === 'dashed' ? css['dashed'] : ''}`}
			viewBox={centre === '' ? `${-RIM} ${-RIM} ${2 * RIM} ${2 * RIM}` : `${-NEAR} ${-NEAR} ${2 * NEAR} ${2 * NEAR}`}
			aria-hidden="true"
		>
			{mergedPaths(WHEELS[part]).map((path) => (
				<path key={`${path.kind}${path.tone}${path.depth}`} className={cellClasses(path)} d={path.d} />
			))}
			{centre === '' ? null : (
				<>
					<circle className={wheelCss['hub']} r={HUB_LINE} />
					<text className={wheelCss['rate']}>{centre}</text>
				</>
			)}
		</svg>
	);
}
