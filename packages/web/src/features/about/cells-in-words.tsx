import type { WheelModel } from '@sw/domain/signals/wheel/model';
import { cellSentence, sliceName } from '@sw/domain/signals/wheel/words';
import css from './about.module.css';
import { aboutWords as words } from './words.ts';

/** The wheel as text: the sentence of each cell, slice by slice. */
export const CellsInWords = ({ wheel: { slices, rings } }: { wheel: WheelModel }) => (
	<details className={css['cells']}>
		<summary>{words.cells}</summary>
		<div className={css['sentences']}>
			{slices.map((slice) => (
				<ul key={slice.key} aria-label={sliceName(slice)}>
					{rings.map((ring, at) => (
						<li key={ring.label}>{cellSentence(slice, ring.label, slice.depths[at] ?? null)}</li>
					))}
				</ul>
			))}
		</div>
	</details>
);
