import { sparklinePoints } from './geometry.ts';

const WIDTH = 84;
const HEIGHT = 14;
/** Room for half the line width. */
const ROOM = 1;

interface Props {
	values: readonly number[];
	className?: string | undefined;
}

/** The shape of a price curve, without a scale: decoration next to its numbers. */
export function Sparkline({ values, className }: Props) {
	return (
		<svg
			className={className}
			viewBox={`${-ROOM} ${-ROOM} ${WIDTH + 2 * ROOM} ${HEIGHT + 2 * ROOM}`}
			width={WIDTH}
			height={HEIGHT + 2 * ROOM}
			aria-hidden="true"
		>
			<polyline
				points={sparklinePoints(values, WIDTH, HEIGHT)}
				fill="none"
				stroke="currentColor"
				strokeWidth="1.2"
				strokeLinejoin="round"
			/>
		</svg>
	);
}
