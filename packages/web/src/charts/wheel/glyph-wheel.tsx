import { RIM } from '@sw/domain/signals/wheel/geometry';
import { mergedPaths } from '@sw/domain/signals/wheel/merge';
import type { WheelModel } from '@sw/domain/signals/wheel/model';
import { look } from './look.ts';
import css from './wheel.module.css';

/** The wheel of a row, 24 px: the rated rings alone. Decoration: what it says stands as text beside it. */
export const GlyphWheel = ({ wheel }: { wheel: WheelModel }) => (
	<svg className={`${css['wheel']} ${css['glyph']}`} viewBox={`${-RIM} ${-RIM} ${2 * RIM} ${2 * RIM}`} aria-hidden="true">
		{mergedPaths(wheel, 'glyph').map((path) => (
			<path key={`${path.kind}${path.tone}${path.depth}`} className={look(path)} d={path.d} />
		))}
	</svg>
);
