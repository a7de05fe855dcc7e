import type { Level } from '@sw/domain/prices/level';
import type { Brush } from './paint.ts';

/** A level with its label. */
export interface DrawnLevel {
	level: Level;
	label: string;
	dashed?: boolean;
	/** Id by which a mouse drags its line to another price. */
	grip?: number | undefined;
}

/** Pixels from a line at which a mouse takes hold of it. */
const REACH = 4;

/** The grip of the nearest line within reach of a height in pixels; `yOf` gives a price's height. */
export function gripAt(levels: readonly DrawnLevel[], y: number, yOf: (price: number) => number | null): number | undefined {
	const near = levels.flatMap(({ level, grip }) => {
		const height = level.kind === 'line' && grip !== undefined ? yOf(level.price) : null;
		return height === null || Math.abs(height - y) > REACH ? [] : [{ grip, away: Math.abs(height - y) }];
	});
	return near.sort((a, b) => a.away - b.away)[0]?.grip;
}

/**
 * Position of an instant on the time axis, whose instants are `times`, ascending: interpolated between two bars, extrapolated by the usual step
 * beyond them. Undefined without an axis.
 */
export function placeOfTime(times: readonly number[], time: number): number | undefined {
	const [first, last] = [times[0], times.at(-1)];
	if (first === undefined || last === undefined) return undefined;
	const step = times.length > 1 ? (last - first) / (times.length - 1) : 1;
	if (time <= first) return (time - first) / step;
	if (time >= last) return times.length - 1 + (time - last) / step;
	let [low, high] = [0, times.length - 1];
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if (times[middle]! <= time) low = middle;
		else high = middle;
	}
	const [before, after] = [times[low]!, times[high]!];
	return low + (time - before) / (after - before);
}

interface Look {
	level: string;
	ink: string;
	font: string;
}

interface End {
	x: number;
	y: number;
}

/** The ends of a level in pixels: a horizontal line crosses the pane, a trend line extends to the right edge. */
export function endsOf(
	{ level }: DrawnLevel,
	times: readonly number[],
	{ at, y, width }: Pick<Brush, 'at' | 'y' | 'width'>,
): [End, End] | undefined {
	if (level.kind === 'line') {
		const height = y(level.price);
		return height === null
			? undefined
			: [
					{ x: 0, y: height },
					{ x: width, y: height },
				];
	}
	const [a, b] = [level.from, level.to].map(({ time, price }) => {
		const place = placeOfTime(times, time);
		const [left, top] = [place === undefined ? null : at(place), y(price)];
		return left === null || top === null ? undefined : { x: left, y: top };
	});
	if (!a || !b || a.x === b.x) return undefined;
	const slope = (b.y - a.y) / (b.x - a.x);
	return b.x < width ? [a, { x: width, y: a.y + slope * (width - a.x) }] : [a, b];
}

export function paintLevels(brush: Brush, levels: readonly DrawnLevel[], times: readonly number[], look: Look): void {
	const { context, width } = brush;
	for (const drawn of levels) {
		const ends = endsOf(drawn, times, brush);
		if (!ends) continue;
		const [from, to] = ends;
		context.strokeStyle = look.level;
		context.lineWidth = 1.5;
		context.setLineDash(drawn.dashed ? [5, 4] : []);
		context.beginPath();
		context.moveTo(from.x, from.y);
		context.lineTo(to.x, to.y);
		context.stroke();
		context.setLineDash([]);
		context.font = `11px ${look.font}`;
		context.fillStyle = look.ink;
		const left = drawn.level.kind === 'line' ? 4 : Math.max(4, Math.min(from.x + 4, width - 60));
		context.fillText(drawn.label, left, Math.max(24, from.y - 4));
	}
}
