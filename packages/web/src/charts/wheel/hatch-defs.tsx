import { DEEPEST, TONES, type Tone } from '@sw/domain/signals/wheel/model';

/** Direction of the lines by meaning: short falls, long rises, volume is horizontal, the option sum is vertical. */
const TURNS = { short: 45, long: -45, either: 20, volume: 0, sum: 90 } as const satisfies Record<Tone, number>;

/** Patterns that replace colours when the reader's system forces its own: the deeper the cell, the denser the lines. */
const HATCHES: readonly Hatch[] = TONES.flatMap((tone) =>
	Array.from({ length: DEEPEST }, (_, i) => ({ id: hatchId(tone, i + 1), turn: TURNS[tone], step: 8 - i * 1.5 })),
);

/** Once per page: the hatch patterns used by every wheel in forced-colors mode. */
export function HatchDefs() {
	return (
		<svg className="visually-hidden" aria-hidden="true">
			<defs>
				{HATCHES.map(({ id, turn, step }) => (
					<pattern key={id} id={id} width={step} height={step} patternUnits="userSpaceOnUse" patternTransform={`rotate(${turn})`}>
						<path d={`M0 ${step / 2}H${step}`} stroke="CanvasText" strokeWidth="1.2" />
					</pattern>
				))}
			</defs>
		</svg>
	);
}

interface Hatch {
	id: string;
	/** Rotation of the lines in degrees. */
	turn: number;
	/** Distance between two lines. */
	step: number;
}

function hatchId(tone: Tone, depth: number): string {
	return `hatch-${tone}-${depth}`;
}
