import { RIM } from '@sw/domain/signals/wheel/geometry';
import { mergedPaths } from '@sw/domain/signals/wheel/merge';
import type { WheelModel } from '@sw/domain/signals/wheel/model';
import { cellClasses } from './cell-classes.ts';
import css from './wheel.module.css';

interface Props {
	wheel: WheelModel;
	/** Pixels: in a row, in a target list, in an alert. */
	size?: 24 | 48 | 116;
}

/** Small wheels: rated rings only, without text. Decorative: the same is written next to them. */
export function GlyphWheel({ wheel, size = 24 }: Props) {
	return (
		<svg
			className={`${css['wheel']} ${css['glyph']}`}
			style={size === 24 ? undefined : { width: size, height: size }}
			viewBox={`${-RIM} ${-RIM} ${2 * RIM} ${2 * RIM}`}
			aria-hidden="true"
		>
			{mergedPaths(wheel, size === 116 ? 'card' : 'glyph').map((path) => (
				<path key={`${path.kind}${path.tone}${path.depth}`} className={cellClasses(path)} d={path.d} />
			))}
		</svg>
	);
}
