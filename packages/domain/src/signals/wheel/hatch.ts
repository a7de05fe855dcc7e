import { MAX_DEPTH, TONES, type Tone } from './model.ts';

/** Angle of the hatch lines in degrees: short falls, long rises, volume is horizontal, the option sum is vertical. */
const ANGLES = { short: 45, long: -45, either: 20, volume: 0, sum: 90 } as const satisfies Record<Tone, number>;

/** Enlarges the patterns of a wheel of 48 pixels, so that its lines are as far apart on the screen as on a card. */
const SMALL_SCALE = 3;

/** A kind of cell whose depth is above 0. */
export interface LitCell {
	readonly tone: Tone;
	readonly depth: number;
}

/** Returns the SVG pattern that replaces a cell's color in forced-colors mode. Deeper cells have denser lines. */
export function hatchPattern({ tone, depth }: LitCell): string {
	const step = 8 - (depth - 1) * 1.5;
	const line = `<path d="M0 ${step / 2}H${step}" stroke="CanvasText" stroke-width="1.2"/>`;
	return `<pattern id="hatch-${tone}-${depth}" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(${ANGLES[tone]})">${line}</pattern>`;
}

/** Returns the patterns of all cells, for large and for small wheels. */
export function hatchPatterns(): string {
	const cells = TONES.flatMap((tone) => Array.from({ length: MAX_DEPTH }, (_, i) => ({ tone, depth: i + 1 })));
	return [...cells.map(hatchPattern), ...cells.map(smallPattern)].join('');
}

/** Returns the pattern of a cell of a small wheel, which inherits the lines of the large one. */
function smallPattern({ tone, depth }: LitCell): string {
	return `<pattern id="small-hatch-${tone}-${depth}" href="#hatch-${tone}-${depth}" patternTransform="rotate(${ANGLES[tone]}) scale(${SMALL_SCALE})"/>`;
}
