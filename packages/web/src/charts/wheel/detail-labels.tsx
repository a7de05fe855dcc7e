import { pointAt, RIM, ringBands, sliceAngles } from '@sw/domain/signals/wheel/geometry';
import { anchorAt } from '@sw/domain/signals/wheel/label';
import type { WheelModel } from '@sw/domain/signals/wheel/model';
import { shortName } from '@sw/domain/signals/wheel/words';
import css from './wheel.module.css';

const LABEL_GAP = 8;

/** Slice names around the rim, and ring names along the first gap. */
export function DetailLabels({ wheel: { slices, rings } }: { wheel: WheelModel }) {
	const bands = ringBands(rings.map((ring) => ring.slot));
	return (
		<g>
			{slices.map((slice, i) => {
				const at = pointAt(sliceAngles(i, slices.length).middle, RIM + LABEL_GAP);
				return (
					<text key={slice.key} className={css['label']} x={at.x} y={at.y} textAnchor={anchorAt(at.x)}>
						{shortName(slice)}
					</text>
				);
			})}
			{rings.map((ring, i) => {
				const band = bands[i];
				const at = pointAt(sliceAngles(0, slices.length).end, band ? (band.inner + band.outer) / 2 : 0);
				return (
					<text key={ring.label} className={css['ringLabel']} x={at.x} y={at.y}>
						{ring.label}
					</text>
				);
			})}
		</g>
	);
}
