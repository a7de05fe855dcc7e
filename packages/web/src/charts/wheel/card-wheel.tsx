import { anchorAt, HUB_LINE, pointAt, RIM, sliceAngles } from '@sw/domain/signals/wheel/geometry';
import { mergePaths } from '@sw/domain/signals/wheel/merge';
import type { WheelModel } from '@sw/domain/signals/wheel/model';
import { shortName } from '@sw/domain/signals/wheel/words';
import { useId } from 'react';
import { cellClasses } from './cell-classes.ts';
import css from './wheel.module.css';

const LABEL_GAP = 7;
const VIEW_BOX = '-118 -102 236 204';

interface Props {
	wheel: WheelModel;
	/** Label of the active timeframe, shown in the center. */
	centre: string;
	title: string;
	/** One sentence describing the wheel. */
	description: string;
}

/** The wheel of a card: an image with a title and a description. Merged cells keep the wheel to about 15 DOM nodes. */
export function CardWheel({ wheel, centre, title, description }: Props) {
	const id = useId();
	return (
		<svg className={`${css['wheel']} ${css['card']}`} viewBox={VIEW_BOX} role="img" aria-labelledby={`${id}t ${id}d`}>
			<title id={`${id}t`}>{title}</title>
			<desc id={`${id}d`}>{description}</desc>
			{mergePaths(wheel).map((path) => (
				<path key={`${path.kind}${path.tone}${path.depth}`} className={cellClasses(path)} d={path.d} />
			))}
			<circle className={css['hub']} r={HUB_LINE} />
			<text className={css['centre']}>{centre}</text>
			{wheel.slices.map((slice, i) => {
				const point = pointAt(sliceAngles(i, wheel.slices.length).middle, RIM + LABEL_GAP);
				return (
					<text key={slice.key} className={css['label']} x={point.x} y={point.y} textAnchor={anchorAt(point.x)}>
						{shortName(slice)}
					</text>
				);
			})}
		</svg>
	);
}

interface GlyphWheelProps {
	wheel: WheelModel;
	/** Size in pixels: 24 in a table row, 48 in a target list, 116 in an alert. */
	size?: 24 | 48 | 116;
}

/** A small wheel without text, and below 116 pixels without unrated rings. Decorative, because the text next to it says the same. */
export function GlyphWheel({ wheel, size = 24 }: GlyphWheelProps) {
	return (
		<svg
			className={`${css['wheel']} ${css['glyph']}`}
			data-size={size}
			viewBox={`${-RIM} ${-RIM} ${2 * RIM} ${2 * RIM}`}
			aria-hidden="true"
		>
			{mergePaths(wheel, size === 116 ? 'card' : 'glyph').map((path) => (
				<path key={`${path.kind}${path.tone}${path.depth}`} className={cellClasses(path)} d={path.d} />
			))}
		</svg>
	);
}
